// Who has which seat, and invitations for the others: each seat of this browser, or a free one, can be given away.

import { match, refresh as refreshTable } from "./board";
import { startCopy, sure } from "./copy";
import { all, find, on } from "./dom";
import { meet, type Seat, seatsAt } from "./guests";
import { dropLink, keepLink, linkOf, origin, shallShowLinks } from "./links";
import { refuse } from "./message";
import { postForJson, Refused } from "./server";
import { say } from "./words";

/** Milliseconds between two looks while the dialog is open: somebody may have sat down. */
const GLANCE = 3000;

function stateOf({ state, until, vacant }: Seat): string {
  if (state === "free") return say(until ? "seatOffered" : "seatFree");
  if (state === "own") return say(until ? "seatInvited" : "seatOwn");
  if (until) return say("seatVacated");
  return say(vacant ? "seatVacant" : "seatTaken");
}

/** One seat in its row; `only` is that through which this browser is at the table at all. */
function fill(row: HTMLElement, seat: Seat, only: boolean): void {
  const mine = seat.state === "own" || seat.state === "free" || seat.vacant;
  if (!mine || !seat.until) dropLink(match, seat.seat);
  const link = linkOf(match, seat.seat);
  row.dataset["seat"] = String(seat.seat);
  const put = (selector: string, text: string): void => {
    const place = find(selector, row);
    if (place && place.textContent !== text) place.textContent = text;
  };
  row.toggleAttribute("data-only", only);
  put("b", seat.name);
  put(".state", stateOf(seat));
  const hide = (selector: string, hidden: boolean): void => {
    find(selector, row)?.toggleAttribute("hidden", hidden);
  };
  const vacated = seat.state === "taken";
  hide("[data-do=invite]", !mine || vacated || Boolean(seat.until));
  const invite = find("[data-do=invite]", row);
  const asks = invite?.dataset["asked"] !== undefined;
  if (!asks) put("[data-do=invite]", say(only ? "giveSeat" : "inviteSomebody"));
  hide("[data-do=replace]", !seat.vacant || Boolean(seat.until));
  hide("[data-do=anew]", !mine || !seat.until);
  hide("[data-do=withdraw]", !mine || !seat.until);
  hide("[data-do=leave]", seat.state !== "own");
  const over = find("#table")?.dataset["over"] !== undefined;
  hide("[data-do=stand-in]", seat.state !== "own" || seat.stood_in || over);
  hide("[data-do=return]", seat.state !== "own" || !seat.stood_in);
  hide(".copy", !link);
  const input = find<HTMLInputElement>("input", row);
  if (input && link) input.value = link;
  input?.setAttribute("aria-label", say("linkOf", { name: seat.name }));
}

function draw(seats: Seat[]): void {
  const list = find(".shares");
  const pattern = find<HTMLTemplateElement>("#share template");
  // The own seats come last: whoever wants to invite a friend finds the free ones first.
  const people = seats.filter((seat) => seat.state !== "bot");
  people.sort((one, other) => Number(one.state === "own") - Number(other.state === "own"));
  const alone = people.filter((seat) => seat.state === "own").length === 1;
  if (!list || !pattern) return;
  while (list.children.length < people.length) list.append(pattern.content.cloneNode(true));
  for (const [at, row] of all(".shares li").entries()) {
    const seat = people[at];
    if (seat) fill(row, seat, alone && seat.state === "own");
  }
}

async function refresh(): Promise<void> {
  const seats = await meet();
  if (seats.length > 0) draw(seats);
  else find(".shares")?.replaceChildren(); // somebody else has the last seat of this browser now
}

async function act(row: HTMLElement, what: string, button: HTMLButtonElement): Promise<void> {
  if (what === "leave" && !sure(button, say("leaveSure"))) return;
  if (what === "invite" && row.hasAttribute("data-only") && !sure(button, say("giveSure"))) return;
  const seat = Number(row.dataset["seat"]);
  const asked = what === "anew" || what === "replace" ? "invite" : what;
  button.disabled = true;
  try {
    if (asked === "invite") {
      const made = await postForJson<{ link: string }>(`${seatsAt}/${seat}/invitation`, {});
      keepLink(match, seat, made.link);
    } else {
      if (asked !== "stand-in" && asked !== "return") dropLink(match, seat);
      await postForJson(`${seatsAt}/${seat}/${asked}`, {});
    }
    if (what === "leave") return location.reload();
    if (what === "stand-in" || what === "return") await refreshTable();
    await refresh();
    find(asked === "invite" ? "[data-copy]" : "[data-do=invite]", row)?.focus();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
    await refresh();
  } finally {
    button.disabled = false;
  }
}

export function startShare(): void {
  const dialog = find<HTMLDialogElement>("#share");
  startCopy();
  for (const input of all<HTMLInputElement>("#share [data-url]")) input.value = origin() + (input.dataset["url"] ?? "");
  if (!dialog || !find(".shares")) return;
  on("click", "[data-open=share]", () => void refresh());
  if (shallShowLinks(match)) {
    dialog.showModal();
    void refresh().then(() => find(".shares .copy:not([hidden]) [data-copy]")?.focus());
  }
  window.setInterval(() => dialog.open && void refresh(), GLANCE);
  on("click", ".shares [data-do]", (button) => {
    const row = button.closest<HTMLElement>("li");
    if (row) void act(row, button.dataset["do"] ?? "", button as HTMLButtonElement);
  });
}
