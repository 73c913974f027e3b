// Where the focus goes by itself: never to nowhere, and after an action to what is asked next.

import { all, find } from "./dom";

const PLACES = ":is(.hx, .hex, .rr):focus";
const OPEN = ".hx.open, .rr:is(.open, .begin), .hex .opt";

/** What may be asked, first of who takes the screen: the main button, a choice beside the stage or
 * on it, another button. */
const ASKED = [
  "[data-unveil]",
  ".banner .primary",
  "#decided button[data-choice]",
  ".stage:not(.tab-hidden) .rr.open",
  ".banner .buttons:not(.regrets) button",
];

/** To what is asked; where nothing is, to the headline that says so. */
export function toAsked(): boolean {
  const button = ASKED.flatMap((selector) => all<HTMLButtonElement>(selector)).find(
    (one) => !one.hidden && !one.disabled && !one.ariaDisabled && one.checkVisibility(),
  );
  const goal = button ?? find("#headline");
  if (!goal) return false;
  if (goal.id === "headline") goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
  if (goal.closest("#decided")) goal.scrollIntoView({ block: "nearest" });
  return true;
}

/** Whether nothing has the focus, or what is about to lose it: a browser takes it only later from what was hidden or
 * switched off. */
function lost(now: Element | null): boolean {
  return now === null || now === document.body || now.matches(":disabled, [inert] *") || !now.checkVisibility();
}

/** After a change: what had the focus may be gone, or nothing had it. */
export function rescue(): void {
  if (lost(document.activeElement)) toAsked();
}

/** After an action of this visitor that led to another question; who is on the map and can go on there stays. */
export function followUp(): void {
  const now = document.activeElement;
  if (find(PLACES) && find(OPEN)) return;
  if (now instanceof HTMLElement && now.matches("textarea, [data-own] *, dialog[open] *")) return;
  toAsked();
}

/** To the details of the decision: its offers, on a stage or beside it, its fields, or whatever can be pressed there. */
export function toDetails(): boolean {
  const places = [
    "[name=offer]",
    "#decided :is(input, select)",
    "#decided :is(button, summary)",
    ".stage:not(.tab-hidden) :is(input, button)",
  ];
  const goal = places
    .flatMap((place) => all<HTMLInputElement>(place))
    .find((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility());
  const chosen = goal?.type === "radio" ? find(`[name="${goal.name}"]:checked`) : null;
  (chosen ?? goal)?.focus();
  (chosen ?? goal)?.scrollIntoView({ block: "nearest" });
  return goal !== undefined;
}
