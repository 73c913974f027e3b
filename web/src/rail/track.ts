// Building: choose a tile and its rotation, or a station; see it in place with its cost; nothing is sent before "build".

import type { Action } from "../board";
import { mine } from "../board";
import { all, find, make } from "../dom";
import { inDialog, letters, typing } from "../keys";
import { announce, refuse } from "../message";
import { always, patch } from "../morph";
import { choosePlace, putOffer } from "../offer_buttons";
import { Refused } from "../server";
import { say } from "../words";
import type { Preview } from "./data";
import { check, data, hexOf, layOf, money, stationOf } from "./data";
import { goTo } from "./map";
import { onWorth, worthOf, written } from "./worth";

/** What can be built on a hex: a tile in several rotations, or a station. */
interface Piece {
  /** The tile, or the stop of a station. */
  name: string;
  actions: Action[];
  faces: string[];
  note: string;
  /** The private by whose right it is laid, "" for none. */
  owner: string;
}

interface Plan {
  hex: string;
  pieces: Piece[];
  at: number;
  turn: number;
  seen: Preview | null;
  /** Whether somebody has chosen the tile or its rotation; else the best one is taken as soon as it is known. */
  chosen: boolean;
}

const SVG = "http://www.w3.org/2000/svg";
let plan: Plan | null = null;
let source = "";
/** Whether a plan is made that only this browser has: nothing costs anything there. */
const scratch = document.body.dataset["page"] === "plan";

/** The name of the dock among the places of offers. */
const DOCK = "dock";

const dock = (): HTMLElement | null => document.getElementById("dock");
const piece = (): Piece | undefined => plan?.pieces[plan.at];
const action = (): Action | undefined => piece()?.actions[plan?.turn ?? 0];

function piecesOn(hex: string): Piece[] {
  const { lays, stops, left } = data();
  const pieces = new Map<string, Piece>();
  for (const lay of lays[hex] ?? []) {
    const [tile, rotation, , owner] = lay;
    const key = `${tile} ${owner}`;
    const known = pieces.get(key) ?? { name: tile, actions: [], faces: [], note: owner, owner };
    known.actions.push(layOf(hex, lay));
    known.faces.push(`${tile}/${rotation}`);
    known.note = [owner, say("left", { left: left[tile] ?? 0 })].filter(Boolean).join(" · ");
    pieces.set(key, known);
  }
  for (const [stop, kind, city] of stops[hex] ?? []) {
    const actions = [stationOf(hex, stop, kind)];
    const name = city ? say("cityNumber", { number: stop + 1 }) : say("noCity");
    pieces.set(`stop ${stop}`, { name, actions, faces: [], note: "", owner: "" });
  }
  return [...pieces.values()];
}

/** A hex was chosen, perhaps with what to build there; tells whether something can be. */
export function openDock(hex: string, wish?: Action): boolean {
  const pieces = piecesOn(hex);
  if (pieces.length === 0) return false;
  const best = bestOf(pieces);
  plan = { hex, pieces, at: best, turn: bestTurn(pieces[best]), seen: null, chosen: false };
  const same = (one: Action): boolean => one.kind === wish?.kind && String(one.args) === String(wish.args);
  const at = pieces.findIndex((one) => one.actions.some(same));
  if (at >= 0) Object.assign(plan, { at, turn: pieces[at]?.actions.findIndex(same) ?? 0, chosen: true });
  source = document.getElementById("rail-data")?.textContent ?? "";
  draw();
  choosePlace(DOCK);
  void look();
  inView();
  find("[aria-pressed=true], #dock-do", dock() ?? document)?.focus({ preventScroll: true });
  return true;
}

export function closeDock(): boolean {
  if (!plan) return false;
  const hex = hexOf(plan.hex);
  plan = null;
  draw();
  if (hex) goTo(hex);
  return true;
}

/** Why nothing can be built on a hex: the server names the rule. */
export async function askWhy(hex: string): Promise<void> {
  const { why, seat, lays, stops } = data();
  if (!mine()) return;
  const kinds = new Set(
    Object.values(stops)
      .flat()
      .map(([, kind]) => kind),
  );
  const kind = [...kinds][0];
  // Without a tile the rules answer with what holds for the hex, whatever one would lay there.
  const wish: Action | null = why
    ? { seat: seat ?? -1, kind: "lay", args: [hex] }
    : kind && Object.keys(lays).length === 0
      ? { seat: seat ?? -1, kind, args: [hex, 0] }
      : null;
  if (wish) await explain(wish);
}

async function explain(wish: Action): Promise<void> {
  try {
    await check(wish);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

/** Ask what the plan would cost and reach. */
async function look(): Promise<void> {
  const [asked, wish] = [plan, action()];
  if (!asked || !wish || scratch) return;
  try {
    const seen = await check(wish);
    if (plan !== asked || action() !== wish) return;
    asked.seen = seen;
    facts(seen);
    place();
    offer();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (plan === asked) refuse(error);
  }
}

/** What would be built where, by which private, and for how much as soon as that is known. */
function label(shown: Piece, hex: string): string {
  const several = (data().stops[hex] ?? []).length > 1;
  const place = data().names[hex] ?? hex;
  const plain = shown.faces.length
    ? say("buildTile", { tile: shown.name, place })
    : say("stationAt", { place: several ? `${place}, ${shown.name}` : place });
  const what = shown.owner ? `${plain} (${shown.owner})` : plain;
  const cost = plan?.seen?.cost;
  if (cost === undefined) return what;
  return cost > 0 ? say("forCost", { what, cost: money(cost) }) : say("forFree", { what });
}

/** Offer what is planned: the dock and the banner say it and send it. */
function offer(): void {
  const [shown, wish] = [piece(), action()];
  putOffer(DOCK, plan && shown && wish ? { says: label(shown, plan.hex), action: wish, first: letGo } : null);
}

function facts(seen: Preview): void {
  const line = find("#dock-facts");
  if (!line) return;
  const [cost, cash] = [seen.cost ?? 0, money(seen.cash ?? 0)];
  const paid = cost > 0 ? say("costs", { cost: money(cost), cash }) : say("earns", { sum: money(-cost), cash });
  const said = [cost === 0 ? say("free") : paid];
  if (seen.reaches?.length) said.push(say("reaches", { places: seen.reaches.join(", ") }));
  line.textContent = said.join(" · ");
}

/** A tile lies as it brings most; who chooses the chosen one again, as with Enter, goes on to the button that builds. */
function choose(at: number): void {
  if (!plan) return;
  plan.chosen = true;
  if (at === plan.at) return find("#dock-do")?.focus({ preventScroll: true });
  plan.at = at;
  plan.turn = bestTurn(plan.pieces[at]);
  changed();
}

/** What each rotation brings, as far as that is known. */
function gains(one: Piece | undefined): number[] {
  return one?.actions.map(({ kind, args }) => worthOf(kind, args)?.gain ?? Number.NEGATIVE_INFINITY) ?? [];
}

const bestIndex = (some: number[]): number => Math.max(0, some.indexOf(Math.max(...some)));
const bestTurn = (one: Piece | undefined): number => bestIndex(gains(one));
const bestOf = (pieces: Piece[]): number => bestIndex(pieces.map((one) => Math.max(...gains(one))));

/** Where the decision scrolls by itself, the dock begins at its top: the list of the best hexes may stand above it. */
function inView(): void {
  const [box, frame] = [dock(), document.getElementById("decided")];
  if (!box || !frame || frame.scrollHeight <= frame.clientHeight) return;
  frame.scrollTop += box.getBoundingClientRect().top - frame.getBoundingClientRect().top;
}

function turnTo(turn: number): void {
  if (plan) plan.chosen = true;
  if (!plan || turn === plan.turn) return;
  plan.turn = turn;
  changed();
}

export function rotate(by: number): boolean {
  const count = piece()?.actions.length ?? 0;
  if (!plan || count < 2) return false;
  plan.chosen = true;
  plan.turn = (plan.turn + by + count) % count;
  changed();
  return true;
}

/** To the next tile that can be laid here. */
function another(by: number): boolean {
  const count = plan?.pieces.length ?? 0;
  if (!plan || count < 2) return false;
  choose((plan.at + by + count) % count);
  return true;
}

function changed(): void {
  if (plan) plan.seen = null;
  const focus = document.activeElement;
  draw();
  refocus(focus);
  void look();
  const shown = piece();
  if (shown && plan)
    announce(say("rotationOf", { name: shown.name, number: plan.turn + 1, count: shown.actions.length }));
}

/** What had the focus has it again, drawn anew; of tiles and rotations, the chosen one. */
function refocus(before: Element | null): void {
  const group = ["offer", "way"].find((css) => before?.classList.contains(css));
  const goal = group ? find(`#dock .${group}[aria-pressed=true]`) : null;
  (goal ?? document.getElementById(before?.id ?? ""))?.focus({ preventScroll: true });
}

/** The planned tile where it will lie. */
function place(): void {
  const layer = document.getElementById("preview-layer");
  const hex = plan && hexOf(plan.hex);
  const face = data().faces[piece()?.faces[plan?.turn ?? 0] ?? ""];
  const drawing = plan?.seen?.drawing ?? face?.[1];
  if (!layer || !plan || !hex || !drawing) {
    layer?.replaceChildren();
    return;
  }
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `preview c-${plan.seen?.colour ?? face?.[0] ?? "white"}`);
  group.setAttribute("transform", hex.getAttribute("transform") ?? "");
  // Drawn by the server, which escapes every text in it.
  group.innerHTML = `<use href="#hx-face" class="face"/>${drawing}<use href="#hx-ring" class="ring"/>`;
  layer.replaceChildren(group);
}

function draw(): void {
  const box = dock();
  place();
  for (const hex of all(".hx.planned")) hex.classList.toggle("planned", false);
  if (!box) return;
  box.hidden = plan === null;
  document.body.classList.toggle("planning", plan !== null);
  if (!plan) {
    box.replaceChildren();
    offer();
    return;
  }
  hexOf(plan.hex)?.classList.add("planned");
  keepOff(box, plan.hex);
  const shown = piece();
  const [name = plan.hex, ...about] = (hexOf(plan.hex)?.getAttribute("aria-label") ?? plan.hex).split(", ");
  const controls = make("div", { class: "buttons" });
  if (shown && shown.actions.length > 1) {
    const count = `${plan.turn + 1}/${shown.actions.length}`;
    controls.append(
      button("dock-left", "⟲", () => rotate(-1), { "aria-label": say("turnLeft"), title: `${say("turnLeft")} (←)` }),
      make("span", { class: "turns" }, count),
      button("dock-right", "⟳", () => rotate(1), { "aria-label": say("turnRight"), title: `${say("turnRight")} (R)` }),
    );
  }
  controls.append(
    make("button", {
      type: "button",
      id: "dock-do",
      class: "primary",
      "data-confirms": DOCK,
      "aria-describedby": "dock-facts",
    }),
    button("dock-no", say("cancel"), closeDock),
  );
  box.replaceChildren(
    make("p", { class: "where" }, make("b", {}, name), about.length ? ` ${about.slice(0, -1).join(", ")}` : ""),
    make("div", { class: "offers" }, ...plan.pieces.map(card)),
    ...rotations(),
    make("p", { id: "dock-facts", class: "facts", role: "status" }, scratch ? "" : "…"),
    controls,
    ...(scratch ? [] : others()),
  );
  if (plan.seen) facts(plan.seen);
  offer();
}

/** The dock stands in the corner that is farthest from the hex. */
function keepOff(box: HTMLElement, hex: string): void {
  const [at, map] = [hexOf(hex)?.getBoundingClientRect(), document.getElementById("railmap")?.getBoundingClientRect()];
  if (!at || !map) return;
  box.classList.toggle("right", at.x + at.width / 2 < map.x + map.width / 2);
  box.classList.toggle("top", at.y + at.height / 2 > map.y + map.height / 2);
}

function button(id: string, text: string, press: () => unknown, more: Record<string, string> = {}): HTMLButtonElement {
  const made = make("button", { type: "button", id, ...more }, text);
  made.addEventListener("click", () => void press());
  return made;
}

/** The chosen one of some buttons is the stop of Tab; arrow keys choose another one. */
function stop(chosen: boolean): Record<string, string> {
  return { "aria-pressed": String(chosen), tabindex: chosen ? "0" : "-1" };
}

function card(one: Piece, at: number): HTMLElement {
  const made = button(`offer-${at}`, "", () => choose(at), { class: "offer", ...stop(at === plan?.at) });
  const picture = thumbnail(one.faces[at === plan?.at ? plan.turn : bestTurn(one)] ?? "");
  if (picture) made.append(picture, make("span", { class: "unseen" }, `${say("tile")} `));
  made.append(make("b", {}, one.name));
  if (one.note) made.append(make("span", { class: "note" }, one.note));
  made.append(worth(one, at === plan?.at ? plan.turn : bestTurn(one)));
  return made;
}

/** What an offer brings as it would lie, once that is known. */
function worth(one: Piece, turn: number): HTMLElement {
  const wish = one.actions[turn];
  const value = wish && worthOf(wish.kind, wish.args);
  const css = value ? (value.gain > 0 ? "brings gains" : value.gain < 0 ? "brings loses" : "brings") : "brings";
  return make("span", { class: css }, value ? written(value) : "");
}

/** All ways in which the chosen tile can lie, with what each brings. */
function rotations(): HTMLElement[] {
  const shown = piece();
  if (!plan || !shown || shown.actions.length < 2) return [];
  const ways = shown.actions.map((_action, turn) => {
    const label = say("rotationOf", { name: shown.name, number: turn + 1, count: shown.actions.length });
    const made = button(`turn-${turn}`, "", () => turnTo(turn), { class: "way", ...stop(turn === plan?.turn) });
    const drawn = thumbnail(shown.faces[turn] ?? "");
    if (drawn) made.append(drawn);
    made.append(make("span", { class: "unseen" }, label), worth(shown, turn));
    return made;
  });
  return [make("div", { class: "ways", role: "group", "aria-label": say("rotations") }, ...ways)];
}

/** Take the best tile once it is known, unless somebody has chosen one or is about to press a button that builds. */
function follow(): void {
  if (!plan || plan.chosen || find(":is(#dock-do, #do-chosen):is(:hover, :focus)")) return;
  const at = bestOf(plan.pieces);
  const turn = bestTurn(plan.pieces[at]);
  if (at === plan.at && turn === plan.turn) return;
  Object.assign(plan, { at, turn });
  changed();
}

/** Write what tiles and rotations bring into the dock that is open: somebody may be pressing a button of it. */
function revalue(): void {
  follow();
  const cards = plan?.pieces.map(card) ?? [];
  for (const fresh of [...cards, ...rotations().flatMap((group) => all(".way", group))])
    patch(document.getElementById(fresh.id), fresh);
}

function thumbnail(name: string): SVGSVGElement | null {
  const face = data().faces[name];
  if (!face) return null;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", document.getElementById("railmap")?.dataset["hexBox"] ?? "");
  picture.setAttribute("class", `tile c-${face[0]}`);
  picture.setAttribute("aria-hidden", "true");
  picture.innerHTML = `<use href="#hx-face" class="face"/>${face[1]}`;
  return picture;
}

/** Tiles that may not be laid here, each one tap away from its rule. */
function others(): HTMLElement[] {
  const first = piece()?.faces[0];
  if (!plan || !first) return [];
  const { faces, tiles, seat } = data();
  const [hex, here] = [plan.hex, new Set(plan.pieces.map((one) => one.name))];
  const colours = new Set(plan.pieces.flatMap((one) => one.faces.map((face) => faces[face]?.[0])));
  const buttons = tiles
    .filter(([number, colour]) => colours.has(colour) && !here.has(number))
    .map(([number]) =>
      button(`not-${number}`, number, () => explain({ seat: seat ?? -1, kind: "lay", args: [hex, number] })),
    );
  if (buttons.length === 0) return [];
  return [
    make(
      "details",
      { id: "dock-why" },
      make("summary", {}, say("whyNot")),
      make("div", { class: "chips" }, ...buttons),
    ),
  ];
}

/** What was planned is sent: the dock is gone, and who builds by keys goes on from what was built. */
function letGo(): void {
  const hex = hexOf(plan?.hex ?? "");
  plan = null;
  draw();
  if (hex) goTo(hex);
}

const TURNS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const TILES: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** While something is planned: arrows inside the dock choose and turn, R turns from anywhere, Escape lets go. */
function pressed(event: KeyboardEvent): void {
  if (!plan || event.ctrlKey || event.altKey || event.metaKey || typing(event.target) || inDialog()) return;
  const near = event.target instanceof Element && event.target.closest("#dock, #do-chosen");
  const turns = near ? TURNS[event.key] : undefined;
  const tiles = near ? TILES[event.key] : undefined;
  const done =
    event.key === "Escape"
      ? closeDock()
      : event.key.toLowerCase() === "r"
        ? letters() && rotate(event.shiftKey ? -1 : 1)
        : turns
          ? rotate(turns)
          : tiles
            ? another(tiles)
            : false;
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

export function startTrack(): void {
  onWorth(revalue);
  always(() => {
    // A plan lives as long as the choices it was made from.
    if (plan && (document.getElementById("rail-data")?.textContent ?? "") !== source) plan = null;
    draw();
  });
  document.addEventListener("keydown", pressed, true);
}
