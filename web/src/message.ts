// One message at a time, in a corner: a refusal with the rule behind it, or a short hint. It goes away by itself once it
// could be read, and sooner when what it speaks of is over.

import { find, on } from "./dom";
import type { Refused } from "./server";
import { REACHED } from "./server";
import { say } from "./words";

/** Milliseconds: the least for any message, for a refusal, for each letter, the most, and a last look. */
const GLANCE = 2500;
const PLAIN = { mild: 5000, refusal: 8000, letter: 70, most: 25_000 };
const LINGER = 2000;

/** The event that a rule has refused something, with its number. */
export const REFUSED = "stellwerk:refused";

let timer = 0;
let since = 0;
let unreached = false;
let before: HTMLOrSVGElement | null = null;

export interface Note {
  text: string;
  rule?: string | null;
  mild?: boolean;
  /** That the server could not be reached: no longer true once it answers. */
  lost?: boolean;
}

export function show({ text, rule, mild = false, lost = false }: Note): void {
  const box = find("#message");
  const line = find("p", box ?? document);
  const link = find<HTMLAnchorElement>("a", box ?? document);
  if (!box || !line || !link) return;
  line.textContent = text;
  link.hidden = !rule;
  if (rule) {
    link.textContent = say("rule", { rule });
    link.href = `/rules/${document.body.dataset["game"] ?? ""}#${rule}`;
    link.target = "_blank";
  }
  if (rule) document.dispatchEvent(new CustomEvent(REFUSED, { detail: rule }));
  box.classList.toggle("mild", mild);
  const focused = document.activeElement;
  if (!box.contains(focused)) before = focused instanceof HTMLElement || focused instanceof SVGElement ? focused : null;
  box.hidden = false;
  [since, unreached] = [Date.now(), lost];
  hideIn(Math.min(Math.max(mild ? PLAIN.mild : PLAIN.refusal, text.length * PLAIN.letter), PLAIN.most));
}

/** What the server refused, with its rule. */
export function refuse(error: Refused): void {
  show({ text: error.text, rule: error.rule, lost: error.status === 0 });
}

function hideIn(delay: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    // Who points at it, has gone into it or looks at another page has not done with it.
    if (document.hidden || find("#message:is(:hover, :focus-within)")) hideIn(LINGER);
    else hide();
  }, delay);
}

/** Close the message; tells whether there was one. */
export function hide(): boolean {
  const box = find("#message");
  if (!box || box.hidden) return false;
  const inside = box.contains(document.activeElement);
  clearTimeout(timer);
  box.hidden = true;
  if (inside) before?.focus({ preventScroll: true });
  return true;
}

/** What the message speaks of is over; who has only begun to read it is given a moment. */
export function settle(): void {
  if (!find("#message")?.hidden) hideIn(Math.max(0, since + GLANCE - Date.now()));
}

export function announce(text: string): void {
  const region = find("#announcer");
  if (region) region.textContent = text;
}

export function startMessages(): void {
  on("click", "#message [data-close]", () => hide());
  document.addEventListener(REACHED, () => unreached && hide());
}
