// How quickly the moves of bots are shown. The server plays on; the page shows one position after the other, each for a
// while, and whoever does not want to wait is at the present with a key.

import { find, make, on } from "../dom";
import { always } from "../morph";
import { say } from "../words";
import { wasStirred } from "./motion";
import { pace } from "./wishes";

/** Milliseconds for which a position is shown, and for about how many all that is to come may take. */
const EACH = { once: 0, normal: 700, slow: 1500, step: 0 };
const WHOLE = { once: 0, normal: 6000, slow: 20_000, step: 0 };
/** A move of which nothing can be seen on the table gets this part of it. */
const UNSEEN = 0.4;

let timer = 0;
let since = 0;
/** The next step, which waits for its time or for a key. */
let next: (() => void) | null = null;
let toCome = 0;

const table = (): HTMLElement | null => find("#table");

/** How many moves the shown position is behind, as far as the server has said. */
export const behind = (): number => Number(table()?.dataset["behind"] ?? 0);

/** Whether moves are shown one by one here and now; a guide has a pace of its own, and nobody sees a hidden page. */
export function paced(): boolean {
  return pace() !== "once" && !document.hidden && find("#guide, #curtain") === null;
}

/** Whether there is something to come that is not shown yet. */
export const held = (): boolean => next !== null;

function wait(moves: number): number {
  return Math.min(EACH[pace()] * (wasStirred() ? 1 : UNSEEN), WHOLE[pace()] / Math.max(moves, 1));
}

/** A position was shown: the one that follows is shown after a while. */
export function shown(): void {
  since = performance.now();
}

/** The present is about to be shown: no further step. */
export function forget(): void {
  clearTimeout(timer);
  next = null;
}

/** Take the next step when it is time, or when it is asked for. */
export function later(moves: number, step: () => void): void {
  clearTimeout(timer);
  [next, toCome] = [step, moves];
  if (pace() !== "step") timer = window.setTimeout(go, Math.max(0, since + wait(moves) - performance.now()));
  paint();
}

function go(): void {
  const step = next;
  clearTimeout(timer);
  next = null;
  step?.();
}

/** What is to come stands where else the main button is. */
function paint(): void {
  const box = find("#behind");
  if (!box) return;
  const show = behind() > 0 || (next !== null && pace() === "step");
  if (!show) {
    const inside = box.contains(document.activeElement);
    box.replaceChildren();
    if (inside) toHeadline();
    return;
  }
  if (!box.firstChild)
    box.append(
      make("span", { class: "to-come", id: "to-come" }),
      make("button", { type: "button", id: "show-next", title: say("showNext") }, say("next")),
      make("button", { type: "button", id: "catch-up", class: "primary", title: say("toPresent") }, say("catchUp")),
    );
  const count = find("#to-come", box);
  const waits = table()?.hasAttribute("data-awaited") ? "turnToCome" : "toCome";
  if (count) count.textContent = say(waits, { number: Math.max(behind(), next ? toCome : 0) });
}

/** Not to the main button: who presses once too often has done nothing yet. */
function toHeadline(): void {
  const headline = find("#headline");
  if (!headline) return;
  headline.tabIndex = -1;
  headline.focus({ preventScroll: true });
}

/** `toPresent` shows the present without any steps between. */
export function startPace(toPresent: () => Promise<void>): void {
  always(paint);
  on("click", "#show-next", go);
  on("click", "#catch-up", () => void toPresent());
}
