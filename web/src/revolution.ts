// The table of Railroad Revolution: cities and rail spaces walked with the arrow keys, one tab stop for all. What is
// legal is sent; what is not is asked of the server all the same, which answers with the rule that forbids it.

import type { Action } from "./board";
import { act, rev, seat, table } from "./board";
import { all, find, make, numeric, on } from "./dom";
import { letters, typing } from "./keys";
import { hide } from "./message";
import { always } from "./morph";
import { askBeside, closeBeside } from "./popover";
import { say } from "./words";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
let current = "";

const spotOf = (id: string): HTMLElement | null => document.getElementById(`rr-${id}`);

/** The one spot that Tab reaches: where the reader was, else where something can be built. */
function rove(): void {
  const known = spotOf(current) ?? find(".rr.open") ?? find(".rr.begin") ?? find(".rr");
  for (const spot of all('.rr[tabindex="0"]')) spot.setAttribute("tabindex", "-1");
  known?.setAttribute("tabindex", "0");
}

function describe(spot: HTMLElement): void {
  const line = find("#space");
  if (line) line.textContent = spot.getAttribute("aria-label");
}

function goTo(spot: HTMLElement): void {
  current = spot.dataset["rr"] ?? "";
  rove();
  spot.focus();
  spot.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The nearest spot in a direction: far aside counts more than far ahead. */
function neighbour(from: HTMLElement, [right, down]: readonly [number, number]): HTMLElement | null {
  const [x, y] = [numeric(from, "data-x"), numeric(from, "data-y")];
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of all(".rr")) {
    const [dx, dy] = [numeric(spot, "data-x") - x, numeric(spot, "data-y") - y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead > 1 && aside <= ahead * 1.8 && ahead + 2 * aside < least) [best, least] = [spot, ahead + 2 * aside];
  }
  return best;
}

function ask(element: HTMLElement): void {
  if (seat() === "" || table()?.hasAttribute("data-over")) return;
  const wish: Omit<Action, "seat"> = JSON.parse(element.dataset["ask"] ?? "null");
  if (element.dataset["begin"]) begin(element, wish);
  else void act({ seat: Number(seat()), ...wish });
}

/** A place first, then the worker: it is put on the action of that place, and the piece on the place. */
function begin(spot: HTMLElement, wish: Omit<Action, "seat">): void {
  const buttons = (spot.dataset["begin"] ?? "").split(" ").flatMap((colour) => {
    const offered = document.getElementById(`do-place-${colour}-${spot.dataset["on"]}`);
    if (!offered?.dataset["choice"]) return [];
    const place: Action = JSON.parse(offered.dataset["choice"]);
    const button = make("button", { type: "button" });
    button.append(...[...offered.childNodes].map((child) => child.cloneNode(true)));
    button.addEventListener("click", async () => {
      closeBeside();
      const before = rev();
      await act(place);
      if (rev() !== before) await act({ seat: place.seat, ...wish });
    });
    return [button];
  });
  askBeside(spot, say("pickHere"), buttons);
}

function choose(spot: HTMLElement): void {
  current = spot.dataset["rr"] ?? "";
  rove();
  describe(spot);
  if (document.body.dataset["page"] !== "table") return;
  if (spot.dataset["choice"]) void act(JSON.parse(spot.dataset["choice"]) as Action);
  else if (spot.dataset["ask"]) ask(spot);
}

let shown = "?";

/** On a narrow screen the map is moved to where something can be built, else to the east where all begins. */
function reveal(): void {
  const [box, open] = [find("#mapbox"), all(".rr.open, .rr.begin")];
  const now = open.map((spot) => spot.id).join(" ");
  if (!box || !find("#revmap") || box.scrollWidth <= box.clientWidth || now === shown) return;
  const first = shown === "?";
  shown = now;
  const frame = box.getBoundingClientRect();
  const places = open.map((spot) => spot.getBoundingClientRect());
  const within = (at: DOMRect): boolean =>
    at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
  if (places.some(within)) return;
  const away = (at: DOMRect): [number, number] => [
    at.left + at.width / 2 - frame.left - frame.width / 2,
    at.top + at.height / 2 - frame.top - frame.height / 2,
  ];
  const nearest = places.map(away).sort((one, two) => Math.hypot(...one) - Math.hypot(...two))[0];
  if (nearest) box.scrollBy(...nearest);
  else if (first) box.scrollLeft = box.scrollWidth;
}

/** The first area that can be chosen is moved into view, where the line is wider than the screen. */
function revealArea(): void {
  const [line, open] = [find(".areas"), find(".area.open")];
  if (!line || !open || line.scrollWidth <= line.clientWidth || open.offsetParent === null) return;
  const [frame, at] = [line.getBoundingClientRect(), open.getBoundingClientRect()];
  if (at.left < frame.left || at.right > frame.right) line.scrollLeft += at.left - frame.left - 24;
}

/** From one open spot to the next. */
function toNextOpen(): void {
  const open = all(".rr.open, .rr.begin");
  const at = open.findIndex((spot) => spot.dataset["rr"] === current);
  const next = open[(at + 1) % Math.max(1, open.length)] ?? find('.rr[tabindex="0"]');
  if (next) goTo(next);
}

/** A drawing or a digit stands for buttons: the only one is pressed, of several one after the other is gone to. */
function press(selector: string): void {
  const places = all(selector);
  const next = places[(places.indexOf(document.activeElement as HTMLElement) + 1) % Math.max(1, places.length)];
  if (next?.matches(".rr")) goTo(next);
  else if (places.length > 1) next?.focus();
  else next?.click();
}

/** Show on the map what a line of the log speaks of. */
function spotlight(line: HTMLElement | null): void {
  for (const spot of all(".rr.spot")) spot.classList.remove("spot");
  spotOf(line?.dataset["spot"] ?? "")?.classList.add("spot");
}

function pressed(spot: HTMLElement, event: KeyboardEvent): void {
  const arrow = ARROWS[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (arrow) {
    const next = neighbour(spot, arrow);
    if (next) goTo(next);
  } else if (event.key === "Enter" || event.key === " ") {
    if (!event.repeat) {
      hide();
      choose(spot);
    }
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

export function startRevolution(): void {
  always(rove);
  always(reveal);
  always(revealArea);
  on("click", ".rr", (spot, event) => {
    // The second click of a double click means the first one.
    if (event.detail < 2) choose(spot);
  });
  on("pointerover", ".rr", describe);
  on("focusin", ".rr", describe);
  on("keydown", ".rr", pressed);
  on("click", "button[data-ask]", ask);
  on("click", "[data-press]", (drawn) => press(drawn.dataset["press"] ?? ""));
  for (const type of ["pointerover", "focusin"] as const) {
    document.addEventListener(type, (event) => {
      if (find("#revmap"))
        spotlight(event.target instanceof Element ? event.target.closest<HTMLElement>("[data-spot]") : null);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.altKey || event.metaKey || !find("#revmap")) return;
    if (!letters() || typing(event.target) || find("dialog[open], #curtain, :popover-open")) return;
    event.preventDefault();
    toNextOpen();
  });
}
