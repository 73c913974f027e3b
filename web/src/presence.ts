// Who is at the table just now: a dot beside each name of somebody who plays elsewhere.

import { find, make } from "./dom";
import { always } from "./morph";
import type { Here } from "./stream";
import { say } from "./words";

let now: Pick<Here, "here" | "away"> = { here: [], away: [] };
/** Seats of this browser: who sits before it knows that. */
let own = new Set<number>();

/** Where the table names who has a seat: in the strip of players. */
export const nameOf = (seat: number): HTMLElement | null => find(`:is(#player-${seat}, #seat-${seat}) .who`);

function mark(seat: number, here: boolean): void {
  const who = nameOf(seat);
  if (!who) return;
  const known = find(".presence", who);
  if (own.has(seat)) {
    known?.remove();
    return;
  }
  const said = say(here ? "isHere" : "isAway");
  const dot = known ?? who.appendChild(make("span", { class: "presence" }));
  dot.classList.toggle("here", here);
  dot.title = said;
  if (dot.textContent !== said) dot.replaceChildren(make("span", { class: "unseen" }, ` (${said})`));
}

function draw(): void {
  for (const seat of now.here) mark(seat, true);
  for (const seat of now.away) mark(seat, false);
}

/** What the server tells of who is there. */
export function attend(news: Here): void {
  now = news;
  draw();
}

export function ownSeats(seats: number[]): void {
  own = new Set(seats);
  draw();
}

export function startPresence(): void {
  always(draw);
}
