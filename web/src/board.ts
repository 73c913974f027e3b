// The table of a running match: sends what was chosen and shows what came of it.

import { all, find, numeric, on } from "./dom";
import { followUp, rescue, toAsked } from "./focus";
import { backToTop } from "./main_button";
import { announce, hide, refuse, settle, show } from "./message";
import { always, morph } from "./morph";
import { notify } from "./notify";
import { had, startParts, whole } from "./parts";
import { getText, postForJson, postForText, Refused } from "./server";
import { behind, forget, held, later, shown as noteShown, paced, startPace } from "./show/pace";
import { titleTurn } from "./title";
import { say } from "./words";

export interface Action {
  seat: number;
  kind: string;
  args: unknown[];
}

export const match = document.body.dataset["match"] ?? "";
let shown = new URLSearchParams(location.search).get("seat") ?? "";
let fetching: Promise<void> | null = null;
/** Whether what is fetched is a position on the way to the present. */
let stepping = false;
let sending = false;
let wanted = -1;

export const table = (): HTMLElement | null => document.getElementById("table");
export const ply = (): number => numeric(table(), "data-ply");
export const rev = (): number => numeric(table(), "data-rev");
export const seat = (): string => table()?.dataset["seat"] ?? "";
export const mine = (): boolean => table()?.hasAttribute("data-mine") ?? false;

function address(what: string): string {
  return `/match/${match}/${what}?seat=${shown}`;
}

function update(html: string): void {
  const element = table();
  if (!element) return;
  const [before, was, wasMine] = [ply(), rev(), mine()];
  morph(element, html);
  noteShown();
  // Who waited before the headline is led on as soon as there is something to do.
  if (mine() && !wasMine && document.activeElement?.id === "headline") toAsked();
  if (rev() !== was) settle();
  const news = all("#part-log li[data-ply]")
    .filter((line) => numeric(line, "data-ply") > before)
    .sort((one, two) => numeric(one, "data-ply") - numeric(two, "data-ply"))
    .map((line) => (find("a", line) ?? line).textContent?.trim() ?? "");
  const headline = find("#headline")?.textContent?.trim() ?? "";
  if (ply() < before || (mine() && !wasMine)) news.push(headline);
  if (mine() && !wasMine) notify(say("notifyTurn"), headline, `turn ${match}`);
  if (news.length > 0) announce(news.slice(-6).join(" "));
}

/** Fetch the table as it stands now; who asks while it is fetched waits for the same answer. */
export function refresh(): Promise<void> {
  forget();
  if (fetching && stepping) return fetching.then(refresh);
  fetching ??= fetched(address("fragment"));
  return fetching;
}

/** Show the position after the one on the page, which may be the present. */
function step(): void {
  if (fetching || sending) return;
  [stepping, wanted] = [true, -1];
  fetching = fetched(`${address("fragment")}&after=${ply()}`);
}

function fetched(where: string): Promise<void> {
  return fetchTable(where).finally(() => {
    [fetching, stepping] = [null, false];
    catchUp();
  });
}

/** A table with the parts that the server left out; where they are no longer those of the page it is fetched anew. */
async function complete(html: string): Promise<string> {
  return whole(html) ?? whole(await getText(address("fragment"))) ?? "";
}

async function fetchTable(where: string): Promise<void> {
  try {
    const html = await complete(await getText(where, undefined, had()));
    // What was sent meanwhile is answered by a newer table.
    if (!sending) update(html);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status) refuse(error);
  }
}

/** Something happened: fetch it unless it is on the page already. */
export function hear(newest: number): void {
  wanted = Math.max(wanted, newest);
  catchUp();
}

function catchUp(): void {
  if (fetching || sending || !(behind() > 0 || wanted > rev())) return;
  if (paced()) return later(Math.max(behind(), wanted - rev()), step);
  wanted = -1;
  void refresh();
}

/** Send something that changes the match to one of its addresses, and show the table that comes back. */
export async function send(body: Record<string, unknown>, where = "do"): Promise<void> {
  if (sending) return;
  sending = true;
  hide();
  table()?.setAttribute("aria-busy", "true");
  let stale: Refused | null = null;
  try {
    const asked = find("#headline")?.textContent;
    update(await complete(await postForText(address(where), body, had())));
    const another = find("#headline")?.textContent !== asked;
    if (another) backToTop();
    // A form that was sent is done with, too.
    const done = another || find("form.holes :focus") !== null;
    if (done && (mine() || find("#curtain"))) followUp();
    rescue();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 409) stale = error;
    else refuse(error);
  } finally {
    sending = false;
    table()?.removeAttribute("aria-busy");
    for (const left of all(".pending")) left.classList.remove("pending");
  }
  if (stale) {
    await refresh();
    show({ text: `${stale.text} ${say("stale")}`, mild: true });
  }
  catchUp();
}

/** Who does something while moves of others are still to be shown is brought to the present first. */
async function tell(body: Record<string, unknown>, as: string = seat()): Promise<void> {
  if (behind() > 0 || held()) await refresh();
  return send({ ply: ply(), rev: rev(), seat: as === "" ? null : Number(as), ...body });
}

export function act(action: Action): Promise<void> {
  return tell({ do: "act", action });
}

export async function again(): Promise<void> {
  try {
    const next = await postForJson<{ id: string }>(`/api/matches/${match}/again`, {});
    location.assign(`/match/${next.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

/** Show what a seat may know, once its player sits before the screen. */
async function unveil(to: string): Promise<void> {
  shown = to;
  await refresh();
}

export function startBoard(): void {
  startParts();
  // Who looks at another tab sees there that it is their turn.
  always(() => titleTurn(mine()));
  on("click", "button[data-choice]", (button) => {
    const action: Action = JSON.parse(button.dataset["choice"] ?? "null");
    void act(action);
  });
  on("click", "[data-undo]", (button) => {
    const as = button.dataset["as"];
    if (as !== undefined) shown = as;
    void tell({ do: "undo", to: numeric(button, "data-undo") }, as);
  });
  on("click", "[data-redo]", () => void tell({ do: "redo" }));
  on("click", "[data-again]", () => void again());
  on("click", "[data-unveil]", (button) => void unveil(button.dataset["unveil"] ?? ""));
  on("click", "a[data-history], #part-log a", (link) => {
    // The past is shown to the same eyes as the present.
    if (link instanceof HTMLAnchorElement && shown) {
      const url = new URL(link.href);
      url.searchParams.set("seat", shown);
      link.href = url.href;
    }
  });
  find("[data-unveil]")?.focus();
  startPace(refresh);
}
