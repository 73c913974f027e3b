// The options of a new match: presets that fill the fields, what differs from them, and what does not go together.

import { all, find, make } from "./dom";
import { postForJson, Refused } from "./server";
import { say } from "./words";

type Options = Record<string, string>;
type Field = HTMLInputElement | HTMLSelectElement;

export const fieldsOf = (panel: Element): Field[] => all<Field & HTMLElement>("[data-option]", panel);
const isSwitch = (field: Field): field is HTMLInputElement & { type: "checkbox" } => field.type === "checkbox";
const setting = (field: Field): string => (isSwitch(field) ? String(field.checked) : field.value);
const radiosOf = (panel: Element): HTMLInputElement[] => all<HTMLInputElement>(".preset input", panel);

export const chosenIn = (panel: Element): Options =>
  Object.fromEntries(fieldsOf(panel).map((field) => [field.dataset["option"] ?? "", setting(field)]));

const presetsOf = (panel: Element): Record<string, Options> =>
  JSON.parse(find(".adjust", panel)?.dataset["presets"] ?? "{}") as Record<string, Options>;

function put(field: Field, value: string): void {
  if (isSwitch(field)) field.checked = value === "true";
  else field.value = value;
}

/** A preset was chosen: all fields show it. */
export function take(panel: Element, preset: string): void {
  const wanted = presetsOf(panel)[preset] ?? {};
  for (const field of fieldsOf(panel)) {
    put(field, wanted[field.dataset["option"] ?? ""] ?? setting(field));
  }
  compare(panel);
}

/** The preset that the fields are is chosen; where they are none, it is said that the chosen one was adjusted. */
export function compare(panel: Element): void {
  const [presets, chosen] = [presetsOf(panel), chosenIn(panel)];
  const differences = (preset: Options): number =>
    Object.entries(preset).filter(([option, value]) => chosen[option] !== value).length;
  const same = Object.keys(presets).find((preset) => differences(presets[preset] ?? {}) === 0);
  const radio = radiosOf(panel).find((one) => one.value === same);
  if (radio) radio.checked = true;
  tell(panel);
}

/** Say what differs from the chosen preset. */
export function tell(panel: Element): void {
  const [presets, chosen] = [presetsOf(panel), chosenIn(panel)];
  const now = radiosOf(panel).find((one) => one.checked)?.value ?? Object.keys(presets)[0] ?? "";
  mark(find(".adjust", panel), presets[now] ?? {});
  for (const fold of all(".fold", panel)) mark(fold, presets[now] ?? {});
  tellChanges(panel, presets[now] ?? {});
  tellSeats(panel, chosen);
}

/** Say in the summary of a fold how many of its fields differ from a preset. */
function mark(fold: HTMLElement | null, preset: Options): void {
  const sign = fold && find(":scope > summary .adjusted", fold);
  if (!sign) return;
  const count = Object.entries(chosenIn(fold)).filter(([option, value]) => preset[option] !== value).length;
  sign.textContent = count ? say("adjusted", { count }) : "";
}

/** What a field says, as a reader calls it. */
function said(field: Field): string {
  const name = (field.labels?.[0]?.textContent ?? "").trim();
  if (isSwitch(field)) return say(field.checked ? "optionOn" : "optionOff", { name });
  const value = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.textContent ?? "") : field.value;
  return `${name}: ${value.trim()}`;
}

/** Say beside the folded options what was changed, each with a button that takes it back. */
function tellChanges(panel: Element, preset: Options): void {
  const list = find(".changes", panel);
  if (!list) return;
  const changed = fieldsOf(panel).filter((field) => preset[field.dataset["option"] ?? ""] !== setting(field));
  list.hidden = changed.length === 0;
  list.replaceChildren(
    ...changed.map((field) => {
      const undo = make(
        "button",
        { type: "button", class: "quiet", "aria-label": say("optionBack"), title: say("optionBack") },
        "×",
      );
      undo.addEventListener("click", () => {
        put(field, preset[field.dataset["option"] ?? ""] ?? setting(field));
        field.dispatchEvent(new Event("change", { bubbles: true }));
        (find<HTMLElement>("button", list) ?? find(".adjust > summary", panel))?.focus();
      });
      return make("li", {}, said(field), undo);
    }),
  );
}

interface Clash {
  options: string[];
  text: string;
}
let asked = 0;

/** Have the server say what does not go together, and say it beside the fields; only the latest answer counts. */
export async function judge(panel: HTMLElement): Promise<void> {
  if (!find(".adjust", panel)) return;
  const mine = ++asked;
  let clashes: Clash[];
  try {
    const body = { game: panel.dataset["game"], options: chosenIn(panel) };
    clashes = (await postForJson<{ clashes: Clash[] }>("/lobby/options", body)).clashes;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return; // a field that is not filled in, or a server out of reach: whoever begins is told so
  }
  if (mine === asked) point(panel, clashes);
}

function point(panel: HTMLElement, clashes: Clash[]): void {
  for (const field of fieldsOf(panel)) {
    const line = document.getElementById(`${field.id}-clash`);
    const own = clashes.find((clash) => clash.options.includes(field.dataset["option"] ?? ""));
    if (line) {
      line.hidden = !own;
      line.textContent = own?.text ?? "";
    }
    if (own) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    const described = [`${field.id}-about`, ...(own ? [`${field.id}-clash`] : [])];
    field.setAttribute("aria-describedby", described.join(" "));
  }
  for (const fold of all(".adjust, .fold", panel)) {
    const sign = find(":scope > summary .clashing", fold);
    const count = all(".clash:not([hidden])", fold).length;
    if (sign) sign.textContent = count ? say("clashing", { count }) : "";
  }
}

/** Open all folds around a field. */
export function unfold(field: Element): void {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}

/** Above the players stands whether they sit as they are listed, or lots decide on it. */
function tellSeats(panel: Element, chosen: Options): void {
  const drawn = JSON.parse((panel as HTMLElement).dataset["drawn"] ?? "{}") as Record<string, string[]>;
  const lots = Object.entries(drawn).some(([option, values]) => values.includes(chosen[option] ?? ""));
  for (const said of all("[data-seats]", panel)) said.hidden = (said.dataset["seats"] === "drawn") !== lots;
}
