// Standing orders of the own seat: give one, see what it does, revoke it.

import { hear, rev } from "../board";
import { all, find, make, on, refill } from "../dom";
import { always } from "../morph";
import { getJson, postForJson } from "../server";
import { say } from "../words";
import { api, asked, copyOf, forSeat, forWho, open, tried, who } from "./common";

interface Field {
  field: "pick" | "amount" | "flag";
  id: string;
  name: string;
  usual: unknown;
  values?: { id: string; name: string }[];
  many?: boolean;
  lo?: number;
  hi?: number;
}

interface Kind {
  kind: string;
  name: string;
  fields: Field[];
}

interface Order {
  number: number;
  state: "active" | "paused" | "ended";
  name: string;
  about: string;
  stops: string[];
  why: string | null;
  acts: number;
}

interface Desk {
  rev: number;
  orders: Order[];
  kinds: Kind[];
}

let desk: Desk | null = null;
let chosen = "";
let seen = -1;
/** The stopped orders that have been brought into view. */
let warned = "";

function buttons(order: Order): HTMLElement {
  const row = make("p", { class: "row" });
  const add = (what: string, key: string): void =>
    row.append(make("button", { type: "button", [`data-${what}`]: String(order.number) }, say(key)));
  if (order.state !== "active") add("resume", "orderResume");
  add("revoke", order.state === "ended" ? "orderForget" : "orderRevoke");
  return row;
}

function told(order: Order): HTMLElement {
  const state = say({ active: "orderActive", paused: "orderPaused", ended: "orderEnded" }[order.state]);
  const item = make("li", { class: `standing-order ${order.state}` });
  item.append(make("p", {}, make("b", {}, order.name), " ", make("span", { class: "state" }, state)));
  if (order.about) item.append(make("p", {}, order.about));
  if (order.why) item.append(make("p", { class: "why" }, say("orderWhy", { why: order.why })));
  const acts = order.acts === 1 ? say("orderActed") : say("orderActs", { number: order.acts });
  if (order.acts > 0) item.append(make("p", { class: "hint" }, acts));
  item.append(buttons(order));
  return item;
}

function picker(field: Field): HTMLElement {
  const values = field.values ?? [];
  if (!field.many) {
    const select = make("select", { name: field.id });
    for (const { id, name } of values) select.append(make("option", { value: id }, name));
    select.value = String(field.usual);
    return make("label", {}, make("span", {}, field.name), select);
  }
  const box = make("fieldset", {}, make("legend", {}, field.name));
  for (const { id, name } of values) {
    const input = make("input", { type: "checkbox", name: field.id, value: id });
    input.checked = (field.usual as string[]).includes(id);
    box.append(make("label", { class: "flag" }, input, make("span", {}, name)));
  }
  return box;
}

function entry(field: Field): HTMLElement {
  if (field.field === "pick") return picker(field);
  if (field.field === "flag") {
    const input = make("input", { type: "checkbox", name: field.id });
    input.checked = field.usual === true;
    return make("label", { class: "flag" }, input, make("span", {}, field.name));
  }
  const bounds = { min: String(field.lo), max: String(field.hi), value: String(field.usual) };
  const input = make("input", { type: "number", name: field.id, step: "1", required: "", ...bounds });
  return make("label", {}, make("span", {}, field.name), input);
}

/** The fields of the kind that is chosen. */
function drawFields(): void {
  const kind = desk?.kinds.find((one) => one.kind === chosen);
  find("#orders .fields")?.replaceChildren(...(kind?.fields.map(entry) ?? []));
}

function draw(): void {
  const select = find<HTMLSelectElement>("#orders select[name=kind]");
  if (!desk || !select) return;
  refill(find("#orders ol"), ...desk.orders.map(told));
  warn();
  find("#orders form")?.toggleAttribute("hidden", desk.kinds.length === 0);
  find("#orders .none")?.toggleAttribute("hidden", desk.kinds.length > 0 || desk.orders.length > 0);
  const kinds = desk.kinds.map((one) => one.kind);
  if (select.options.length === kinds.length && kinds.every((kind, at) => select.options[at]?.value === kind)) return;
  select.replaceChildren(...desk.kinds.map((one) => make("option", { value: one.kind }, one.name)));
  if (!kinds.includes(chosen)) chosen = kinds[0] ?? "";
  select.value = chosen;
  drawFields();
}

/** An order that has stopped comes into view once, with its reason. */
function warn(): void {
  const halted = stopped()
    .map((order) => order.number)
    .join();
  if (halted === warned || !open("orders")) return;
  warned = halted;
  find("#orders .standing-order.paused .why")?.scrollIntoView({ block: "center" });
}

function tell(text: string): void {
  const state = find("#orders form .state");
  if (state) state.textContent = text;
}

function show(fresh: Desk | null): void {
  if (fresh === null) return;
  desk = fresh;
  seen = fresh.rev;
  tell("");
  draw();
  paint();
  hear(fresh.rev);
}

async function load(): Promise<void> {
  if (who() === null) return;
  await tried(
    async () => show(await forWho(getJson<Desk>(asked("orders")))),
    (error) => tell(error.text),
  );
}

async function post(what: string, body: Record<string, unknown>): Promise<void> {
  await tried(
    async () => show(await forWho(postForJson<Desk>(api(what), { seat: who(), ...body }))),
    (error) => tell(error.text),
  );
}

/** Which values stand in the form. */
function filled(form: HTMLFormElement): Record<string, unknown> {
  const fields = desk?.kinds.find((one) => one.kind === chosen)?.fields ?? [];
  const data = new FormData(form);
  const value = (field: Field): unknown => {
    if (field.field === "flag") return data.has(field.id);
    if (field.field === "amount") return Number(data.get(field.id));
    return field.many ? data.getAll(field.id) : data.get(field.id);
  };
  return Object.fromEntries(fields.map((field) => [field.id, value(field)]));
}

/** Orders that have stopped for a reason and wait for their player. */
const stopped = (): Order[] => desk?.orders.filter((order) => order.state === "paused" && order.why) ?? [];

/** The tab tells how many orders act, or that one has stopped and why; what one has done since is looked up. */
function paint(): void {
  const active = desk?.orders.filter((order) => order.state === "active").length ?? 0;
  const [halted] = stopped();
  for (const button of all("#look-orders, #tab-orders")) {
    button.toggleAttribute("data-warns", halted !== undefined);
    button.setAttribute("aria-description", halted ? say("orderWhy", { why: halted.why ?? "" }) : "");
    if (halted || active > 0) button.setAttribute("data-unread", halted ? "!" : String(active));
    else button.removeAttribute("data-unread");
  }
  if (rev() > seen && (active > 0 || open("orders"))) {
    seen = rev();
    void load();
  }
}

export function startOrders(): void {
  forSeat(() => {
    const box = find("#orders");
    const form = copyOf("orders-form");
    [desk, seen] = [null, -1];
    box?.replaceChildren();
    if (!box || !form || who() === null) return;
    box.append(form);
    void load();
  });
  always(paint);
  on("click", "[data-look=orders], [data-tab=orders]", () => {
    warned = "";
    void load();
  });
  on("change", "#orders select[name=kind]", (select) => {
    chosen = (select as HTMLSelectElement).value;
    drawFields();
  });
  on("submit", "#orders form", (form, event) => {
    event.preventDefault();
    void post("orders", { kind: chosen, args: filled(form as HTMLFormElement) });
  });
  on("click", "[data-revoke]", (button) => void post(`orders/${button.dataset["revoke"]}/revoke`, {}));
  on("click", "[data-resume]", (button) => void post(`orders/${button.dataset["resume"]}/resume`, {}));
}
