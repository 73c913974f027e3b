// Pieces that move. A table marks them with data-piece, a name that stays: what has one before and after an event and
// stands elsewhere glides there; what is new is set down, and tiles turn in.

import { all } from "../dom";
import { type Spot, spotOf, trail } from "./layer";

interface Piece {
  element: HTMLElement | SVGElement;
  /** The middle of the piece within what it stands on; null where it cannot be seen. */
  spot: Spot | null;
}

export interface Seen {
  pieces: Map<string, Piece>;
  /** The parts of the table that can be seen. */
  parts: Set<string>;
}

/** What happened to pieces: the first word of the name of each that moved or came. */
export interface Stir {
  moved: string[];
  came: string[];
}

const GLIDE = 380;
const SET_DOWN = 320;
const TURN_IN = 420;
/** A piece that is but a little elsewhere has not moved: rows get higher, numbers wider. */
const NEAR = 3;
/** Where more than this is new, another board is shown and not a move. */
const MANY = 24;
const GROUNDS = "svg.map, svg.track, svg.scale, table, ol, ul, .part";

/** Not those in the pictures of what might be done. */
const PIECES = ":is(#side, #centre, #lookups, .bar) [data-piece]";

const running = new Set<Animation>();

const kind = (name: string): string => name.slice(name.indexOf("|") + 1).split(":", 1)[0] ?? "";

function middle(element: Element): Spot | null {
  const box = element.getBoundingClientRect();
  return box.width || box.height ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

/** Where each piece is now; one that is under way counts where it is to be seen. */
export function seePieces(): Seen {
  const pieces = new Map<string, Piece>();
  const grounds = new Map<Element, DOMRect>();
  for (const element of all<HTMLElement | SVGElement>(PIECES)) {
    const part = element.closest(".part")?.id ?? "";
    const ground = element.closest(GROUNDS);
    const spot = middle(element);
    if (spot && ground) {
      const box = grounds.get(ground) ?? ground.getBoundingClientRect();
      grounds.set(ground, box);
      spot.x -= box.x;
      spot.y -= box.y;
    }
    pieces.set(`${part}|${element.dataset["piece"] ?? ""}`, { element, spot });
  }
  const parts = new Set(all(".part").flatMap((part) => (middle(part) ? [part.id] : [])));
  return { pieces, parts };
}

function begin(element: Element, frames: Keyframe[], duration: number): void {
  const animation = element.animate(frames, { duration, easing: "cubic-bezier(0.3, 0, 0.2, 1)", id: "stellwerk" });
  running.add(animation);
  animation.onfinish = () => running.delete(animation);
}

/** Pieces that are under way are where they go to at once. */
export function settlePieces(): void {
  for (const animation of running) animation.cancel();
  running.clear();
}

/** So far on the screen, in the units of what an element is drawn in. */
function inUnits(element: Element, x: number, y: number): Spot {
  const parent = element instanceof SVGGraphicsElement ? element.parentElement : null;
  const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  if (!matrix) return { x, y };
  const inverse = matrix.inverse();
  return { x: inverse.a * x + inverse.c * y, y: inverse.b * x + inverse.d * y };
}

function glide(element: Element, x: number, y: number): void {
  const from = inUnits(element, x, y);
  begin(element, [{ translate: `${from.x}px ${from.y}px` }, { translate: "0px 0px" }], GLIDE);
}

/** A drawing that was shifted to its place is moved as a whole by its parts, whose middle is the place itself. */
function bodies(element: Element): Element[] {
  return element.hasAttribute("transform") ? [...element.children].filter((one) => !one.matches(".ring")) : [element];
}

function arrive(name: string, element: Element): void {
  const tile = kind(name) === "tile";
  const small = { scale: element instanceof HTMLElement ? "1.25" : "1.7", opacity: 0 };
  const first = tile ? { rotate: "-60deg", scale: "1.12", opacity: 0.3 } : small;
  const last = tile ? { rotate: "0deg", scale: "1", opacity: 1 } : { scale: "1", opacity: 1 };
  for (const body of bodies(element)) begin(body, [first, last], tile ? TURN_IN : SET_DOWN);
}

function glided(now: Piece, was: Piece | undefined): Spot | null {
  if (!now.spot || !was?.spot) return null;
  const way = { x: was.spot.x - now.spot.x, y: was.spot.y - now.spot.y };
  return Math.hypot(way.x, way.y) > NEAR ? way : null;
}

/** Tell what happened to pieces since they were seen, and unless `still` let them move. */
export function movePieces(before: Seen, still: boolean): Stir {
  const { pieces } = seePieces();
  const entries = [...pieces];
  const fresh = entries.filter(
    ([name, piece]) => piece.spot && !before.pieces.has(name) && before.parts.has(name.split("|", 1)[0] ?? ""),
  );
  const stir: Stir = { moved: [], came: fresh.map(([name]) => kind(name)) };
  // All places are read before anything is moved.
  const ways = entries.flatMap(([name, piece]) => {
    const way = glided(piece, before.pieces.get(name));
    return way ? [{ name, element: piece.element, way, to: spotOf(piece.element) }] : [];
  });
  for (const { name, element, way, to } of ways) {
    stir.moved.push(kind(name));
    if (still) continue;
    glide(element, way.x, way.y);
    if (kind(name) === "price" && to) trail({ x: to.x + way.x, y: to.y + way.y }, to);
  }
  if (!still && fresh.length <= MANY) for (const [name, piece] of fresh) arrive(name, piece.element);
  return stir;
}
