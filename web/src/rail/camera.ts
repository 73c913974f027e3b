// The view of the map: moved by dragging, enlarged by pinch, keys, buttons and the wheel with Ctrl, turned by quarters.
// The wheel alone and one finger on the whole map scroll the page, as everywhere else.

import { find, on } from "../dom";
import { always } from "../morph";
import { onWheel } from "../wheel";

interface Spot {
  x: number;
  y: number;
}

const MOST = 8;
const DRAG = 6;
let zoom = 1;
/** By how many degrees the map is turned: kept in a cookie, for the server places what is written on the map. */
const TURN = "turn";
const YEAR = 365 * 24 * 3600;
let turn = Number(/(?:^|; )turn=(90|180|270)(?:;|$)/.exec(document.cookie)?.[1] ?? 0);
let redraw: () => unknown = () => location.reload();
/** What is written on demand: the names of the hexes, the numbers of their tiles, or nothing; kept for the next visit. */
const MARKS = "stellwerk.marks";
let marks = localStorage.getItem(MARKS) ?? "";
let centre: Spot | null = null;
let dragged = false;
const pointers = new Map<number, Spot>();

const map = (): SVGSVGElement | null => document.querySelector<SVGSVGElement>("#railmap");

/** The map as it lies after turning: left, top, width, height. */
function frame(svg: SVGSVGElement): [number, number, number, number] {
  const [x = 0, y = 0, w = 1, h = 1] = (svg.dataset["box"] ?? "").split(" ").map(Number);
  if (turn % 180 === 0) return [x, y, w, h];
  return [x + w / 2 - h / 2, y + h / 2 - w / 2, h, w];
}

function apply(): void {
  const svg = map();
  if (!svg) return;
  const [x, y, w, h] = frame(svg);
  const half = { x: w / zoom / 2, y: h / zoom / 2 };
  const at = centre ?? { x: x + w / 2, y: y + h / 2 };
  const held = {
    x: Math.min(Math.max(at.x, x + half.x), x + w - half.x),
    y: Math.min(Math.max(at.y, y + half.y), y + h - half.y),
  };
  centre = zoom === 1 ? null : held;
  svg.setAttribute(
    "viewBox",
    [held.x - half.x, held.y - half.y, half.x * 2, half.y * 2].map((n) => n.toFixed(1)).join(" "),
  );
  find<SVGGElement & HTMLElement>("#camera")?.setAttribute("transform", `rotate(${turn} ${x + w / 2} ${y + h / 2})`);
  svg.style.setProperty("--turn", `${-turn}deg`);
  svg.classList.toggle("turned", turn !== 0);
  svg.classList.toggle("unwritten", turn !== Number(svg.dataset["turn"] ?? 0));
  svg.classList.toggle("enlarged", zoom > 1);
  for (const some of ["coords", "tiles"]) {
    find("#railbox")?.classList.toggle(some, marks === some);
    find(`#map-${some}`)?.setAttribute("aria-pressed", String(marks === some));
  }
}

/** Show some marks, or none if they are shown already. */
function mark(some: string): void {
  marks = marks === some ? "" : some;
  localStorage.setItem(MARKS, marks);
  apply();
}

/** Turn the map by a quarter, and have what is written on it placed anew. */
function turnOn(): void {
  turn = (turn + 90) % 360;
  zoom = 1;
  document.cookie = `${TURN}=${turn}; path=/; max-age=${turn ? YEAR : 0}; samesite=lax`;
  apply();
  redraw();
}

/** A place of the screen in the units of the view box. */
function inside(svg: SVGSVGElement, at: Spot): Spot {
  const matrix = svg.getScreenCTM()?.inverse();
  return matrix ? new DOMPoint(at.x, at.y).matrixTransform(matrix) : { x: 0, y: 0 };
}

/** Enlarge so that what lies at a place of the screen stays there. */
function zoomBy(factor: number, at?: Spot): void {
  const svg = map();
  if (!svg) return;
  const [x, y, w, h] = frame(svg);
  const before = centre ?? { x: x + w / 2, y: y + h / 2 };
  const fixed = at ? inside(svg, at) : before;
  const next = Math.min(Math.max(zoom * factor, 1), MOST);
  centre = { x: fixed.x + ((before.x - fixed.x) * zoom) / next, y: fixed.y + ((before.y - fixed.y) * zoom) / next };
  zoom = next;
  apply();
}

function moveBy(dx: number, dy: number): void {
  const svg = map();
  const scale = svg?.getScreenCTM()?.a;
  if (!svg || !scale || zoom === 1) return;
  const [x, y, w, h] = frame(svg);
  const before = centre ?? { x: x + w / 2, y: y + h / 2 };
  centre = { x: before.x - dx / scale, y: before.y - dy / scale };
  apply();
}

/** Bring a hex into view. */
export function reveal(hex: Element): void {
  const svg = map();
  if (!svg || zoom === 1) return;
  const [box, seen] = [hex.getBoundingClientRect(), svg.getBoundingClientRect()];
  const out = box.left < seen.left || box.right > seen.right || box.top < seen.top || box.bottom > seen.bottom;
  if (!out) return;
  centre = inside(svg, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  apply();
}

export function command(what: string): void {
  switch (what) {
    case "in":
      return zoomBy(1.4);
    case "out":
      return zoomBy(1 / 1.4);
    case "fit":
      zoom = 1;
      return apply();
    case "turn":
      return turnOn();
    case "coords":
    case "tiles":
      return mark(what);
    case "left":
      return moveBy(80, 0);
    case "right":
      return moveBy(-80, 0);
    case "up":
      return moveBy(0, 80);
    case "down":
      return moveBy(0, -80);
  }
}

function pinched(before: Spot[], after: Spot[]): void {
  const [a, b, c, d] = [before[0], before[1], after[0], after[1]];
  if (!a || !b || !c || !d) return;
  const grown = Math.hypot(c.x - d.x, c.y - d.y) / Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const middle = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
  moveBy(middle.x - (a.x + b.x) / 2, middle.y - (a.y + b.y) / 2);
  zoomBy(grown, middle);
}

function moved(event: PointerEvent): void {
  const last = pointers.get(event.pointerId);
  const svg = map();
  if (!last || !svg) return;
  const here = { x: event.clientX, y: event.clientY };
  if (pointers.size === 1) {
    if (!dragged && Math.hypot(here.x - last.x, here.y - last.y) < DRAG) return;
    if (!dragged) svg.setPointerCapture(event.pointerId);
    dragged = true;
    svg.classList.add("dragging");
    moveBy(here.x - last.x, here.y - last.y);
    pointers.set(event.pointerId, here);
  } else {
    const before = [...pointers.values()];
    pointers.set(event.pointerId, here);
    dragged = true;
    pinched(before, [...pointers.values()]);
  }
}

function released(event: PointerEvent): void {
  pointers.delete(event.pointerId);
  if (pointers.size === 0) map()?.classList.remove("dragging");
}

/** Let the map be moved; `again` fetches it once more, without it the whole page comes anew. */
export function startCamera(again?: () => unknown): void {
  if (again) redraw = again;
  always(apply);
  on("click", "[data-camera]", (button) => command(button.dataset["camera"] ?? ""));
  on("pointerdown", "#railmap", (_map, event) => {
    if (pointers.size === 0) dragged = false;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  document.addEventListener("pointermove", moved);
  document.addEventListener("pointerup", released);
  document.addEventListener("pointercancel", released);
  document.addEventListener(
    "click",
    (event) => {
      // The end of a drag is no click.
      if (dragged && event.target instanceof Element && event.target.closest("#railmap")) {
        event.stopPropagation();
        dragged = false;
      }
    },
    true,
  );
  onWheel(
    "#railmap",
    (notches, event) => zoomBy(Math.exp(notches * 0.16), { x: event.clientX, y: event.clientY }),
    () => zoom > 1,
  );
}
