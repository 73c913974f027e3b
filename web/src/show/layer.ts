// A pane of glass before the page for what flies and fades. Nothing on it takes a click, and nothing below it moves.

import { make } from "../dom";

export interface Spot {
  x: number;
  y: number;
}

/** What scrolls by itself: what is scrolled out of it is not to be seen. */
const WINDOWS = ".scroll, .stage, .lookup, .decided, .side";

/** The middle of an element on the screen; null where it cannot be seen. */
export function spotOf(element: Element): Spot | null {
  const box = element.getBoundingClientRect();
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  let seen = box.width > 0 || box.height > 0;
  for (let pane = element.closest(WINDOWS); seen && pane; pane = pane.parentElement?.closest(WINDOWS) ?? null)
    seen = holds(pane.getBoundingClientRect(), spot);
  return seen && holds(new DOMRect(0, 0, innerWidth, innerHeight), spot) ? spot : null;
}

const holds = (box: DOMRect, { x, y }: Spot): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

const SVG = "http://www.w3.org/2000/svg";
const RISE = 900;
const TRAIL = 900;
const FLIGHT = 420;
const HEAD = 9;

function pane(): HTMLElement {
  const there = document.getElementById("glass");
  if (there) return there;
  const made = make("div", { id: "glass", class: "glass", "aria-hidden": "true" });
  document.body.append(made);
  return made;
}

export function clearGlass(): void {
  document.getElementById("glass")?.replaceChildren();
}

/** Show something on the glass for the length of an animation. */
function passing(thing: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  pane().append(thing);
  const animation = thing.animate(frames, { fill: "both", ...options });
  animation.finished.then(
    () => thing.remove(),
    () => thing.remove(),
  );
}

const at = ({ x, y }: Spot): string => `${x}px ${y}px`;

/** A few letters that rise from a place and fade. */
export function rise(text: string, from: Spot, css: string): void {
  const note = make("span", { class: `rising ${css}` }, text);
  passing(
    note,
    [
      { translate: at({ x: from.x, y: from.y - 10 }), opacity: 0 },
      { translate: at({ x: from.x, y: from.y - 18 }), opacity: 1, offset: 0.15 },
      { translate: at({ x: from.x, y: from.y - 22 }), opacity: 1, offset: 0.75 },
      { translate: at({ x: from.x, y: from.y - 26 }), opacity: 0 },
    ],
    { duration: RISE, easing: "ease-out" },
  );
}

/** A small disc that goes from one place to another. */
export function fly(from: Spot, to: Spot): void {
  const frames = [
    { translate: at(from), opacity: 0.9 },
    { translate: at(to), opacity: 0.9, offset: 0.9 },
    { translate: at(to), opacity: 0 },
  ];
  passing(make("i", { class: "flying" }), frames, { duration: FLIGHT, easing: "ease-in-out" });
}

/** An arrow from where a piece stood to where it stands. */
export function trail(from: Spot, to: Spot): void {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  if (way < 2 * HEAD) return;
  const [x, y] = [(to.x - from.x) / way, (to.y - from.y) / way];
  const tip = { x: to.x - x * HEAD, y: to.y - y * HEAD };
  const barb = (side: number): string =>
    `${tip.x - HEAD * (x - side * y * 0.6)} ${tip.y - HEAD * (y + side * x * 0.6)}`;
  const drawing = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  drawing.setAttribute("class", "trail");
  path.setAttribute("d", `M${from.x} ${from.y}L${tip.x} ${tip.y}M${barb(1)}L${tip.x} ${tip.y}L${barb(-1)}`);
  drawing.append(path);
  passing(drawing, [{ opacity: 0.9 }, { opacity: 0.9, offset: 0.5 }, { opacity: 0 }], { duration: TRAIL });
}
