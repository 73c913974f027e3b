// Who has which seat, and invitations for the others: each seat of this browser, or a free one, can be given away.

import { startCopy, sure } from "./copy";
import { all, find, on } from "./dom";
import { refuse } from "./message";
import { getJson, postForJson, Refused } from "./server";
import { say } from "./words";

interface Seat {
  seat: number;
  name: string;
  state: "own" | "taken" | "free" | "bot";
  until: number | null;
}

/** Milliseconds between two looks while the dialog is open: somebody may have sat down. */
const GLANCE = 3000;
const match = document.body.dataset["match"] ?? "";
const address = `/api/matches/${match}/seats`;
/** Links made since the page was loaded, by seat: the server does not know them any more. */
const links = new Map<number, string>();

function stateOf({ state, until }: Seat): string {
  if (state === "free") return say(until ? "seatOffered" : "seatFree");
  if (state === "own") return say(until ? "seatInvited" : "seatOwn");
  return say("seatTaken");
}

function fill(row: HTMLElement, seat: Seat): void {
  const mine = seat.state === "own" || seat.state === "free";
  if (!mine || !seat.until) links.delete(seat.seat);
  const link = links.get(seat.seat);
  row.dataset["seat"] = String(seat.seat);
  const put = (selector: string, text: string): void => {
    const place = find(selector, row);
    if (place && place.textContent !== text) place.textContent = text;
  };
  put("b", seat.name);
  put(".state", stateOf(seat));
  const hide = (selector: string, hidden: boolean): void => {
    find(selector, row)?.toggleAttribute("hidden", hidden);
  };
  hide("[data-do=invite]", !mine || Boolean(seat.until));
  hide("[data-do=anew]", !mine || !seat.until);
  hide("[data-do=withdraw]", !mine || !seat.until);
  hide("[data-do=leave]", seat.state !== "own");
  hide(".copy", !link);
  const input = find<HTMLInputElement>("input", row);
  if (input && link) input.value = link;
  input?.setAttribute("aria-label", say("linkOf", { name: seat.name }));
}

function draw(seats: Seat[]): void {
  const list = find(".shares");
  const pattern = find<HTMLTemplateElement>("#share template");
  const people = seats.filter((seat) => seat.state !== "bot");
  if (!list || !pattern) return;
  while (list.children.length < people.length) list.append(pattern.content.cloneNode(true));
  for (const [at, row] of all(".shares li").entries()) {
    const seat = people[at];
    if (seat) fill(row, seat);
  }
}

async function refresh(): Promise<void> {
  try {
    draw((await getJson<{ seats: Seat[] }>(address)).seats);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    find(".shares")?.replaceChildren(); // somebody else has the last seat of this browser now
  }
}

async function act(row: HTMLElement, what: string, button: HTMLButtonElement): Promise<void> {
  if (what === "leave" && !sure(button, say("leaveSure"))) return;
  const seat = Number(row.dataset["seat"]);
  const asked = what === "anew" ? "invite" : what;
  button.disabled = true;
  try {
    if (asked === "invite") {
      const made = await postForJson<{ link: string }>(`${address}/${seat}/invitation`, {});
      links.set(seat, location.origin + made.link);
    } else {
      links.delete(seat);
      await postForJson(`${address}/${seat}/${asked}`, {});
    }
    if (what === "leave") return location.reload();
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
  for (const input of all<HTMLInputElement>("#share [data-url]"))
    input.value = location.origin + (input.dataset["url"] ?? "");
  if (!dialog || !find(".shares")) return;
  on("click", "[data-open=share]", () => void refresh());
  window.setInterval(() => dialog.open && void refresh(), GLANCE);
  on("click", ".shares [data-do]", (button) => {
    const row = button.closest<HTMLElement>("li");
    if (row) void act(row, button.dataset["do"] ?? "", button as HTMLButtonElement);
  });
}
