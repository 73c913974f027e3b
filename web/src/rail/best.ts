// Where track helps most: the gain on every hex where something brings more, and the three best in a list.

import type { Action } from "../board";
import { mine } from "../board";
import { all, find, make, on } from "../dom";
import { inDialog } from "../keys";
import { announce } from "../message";
import { always, patch } from "../morph";
import { say } from "../words";
import { data, hexOf, layOf, stationOf } from "./data";
import { openDock } from "./track";
import type { Value } from "./worth";
import { basis, onWorth, progress, reckoning, signed, worthOf, written } from "./worth";

interface Spot {
  hex: string;
  action: Action;
  value: Value;
}

const SVG = "http://www.w3.org/2000/svg";
const LISTED = 3;
let open = false;

/** By hex what brings most there, best first. */
function spots(): Spot[] {
  const { lays, stops } = data();
  const best = new Map<string, Spot>();
  const look = (hex: string, action: Action): void => {
    const value = worthOf(action.kind, action.args);
    const found = best.get(hex);
    if (value && (!found || value.gain > found.value.gain)) best.set(hex, { hex, action, value });
  };
  for (const [hex, some] of Object.entries(lays)) for (const lay of some) look(hex, layOf(hex, lay));
  for (const [hex, some] of Object.entries(stops))
    for (const [stop, kind] of some) look(hex, stationOf(hex, stop, kind));
  return [...best.values()].sort((a, b) => b.value.gain - a.value.gain);
}

function mark(spot: Spot, place: number): Element {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `bringing${place < LISTED ? " best" : ""}`);
  group.setAttribute("transform", hexOf(spot.hex)?.getAttribute("transform") ?? "");
  const text = document.createElementNS(SVG, "text");
  text.textContent = signed(spot.value.gain);
  const plate = document.createElementNS(SVG, "rect");
  const half = 7 + 4.6 * text.textContent.length;
  for (const [name, value] of Object.entries({ x: -half, y: -13, width: 2 * half, height: 26, rx: 13 }))
    plate.setAttribute(name, String(value));
  text.setAttribute("y", "6.5");
  group.append(plate, text);
  return group;
}

function row(spot: Spot): HTMLElement {
  const lines = all(`[data-for="${spot.hex}"] .name tspan`).map((line) => line.textContent ?? "");
  const named = [spot.hex, ...lines].filter(Boolean).join(" ");
  const tile = spot.action.args[spot.action.args.length - 2];
  const what = typeof tile === "string" && spot.action.args.length > 2 ? `${say("tile")} ${tile}` : "";
  const go = make("button", { type: "button", class: "spot", id: `spot-${spot.hex}` }, make("b", {}, named));
  if (what) go.append(make("span", { class: "note" }, what));
  go.append(make("span", { class: "brings gains" }, written(spot.value)));
  return make("li", {}, go);
}

function draw(): void {
  const layer = document.getElementById("worth-layer");
  const box = document.getElementById("best");
  const button = find("#map-best");
  const useful =
    (mine() || document.body.dataset["page"] === "plan") &&
    (Object.keys(data().lays).length > 0 || Object.keys(data().stops).length > 0);
  button?.toggleAttribute("hidden", !useful);
  button?.setAttribute("aria-pressed", String(open && useful));
  if (!useful) open = false;
  const better = open ? spots().filter((spot) => spot.value.gain > 0) : [];
  layer?.replaceChildren(...better.map(mark));
  if (!box) return;
  box.hidden = !open;
  if (!open) return box.replaceChildren();
  const { done, total } = progress();
  const shut = make("button", { type: "button", class: "quiet", "data-shut": "", "aria-label": say("close") }, "×");
  const parts: HTMLElement[] = [make("p", { class: "where" }, say("bestTitle"), " ", shut)];
  if (reckoning()) {
    const bar = make("progress", { max: String(Math.max(1, total)), value: String(done) });
    parts.push(make("p", { class: "going" }, bar, ` ${say("reckoning", { done, total })}`));
  }
  if (better.length > 0) parts.push(make("ol", { class: "spots" }, ...better.slice(0, LISTED).map(row)));
  if (!reckoning() && done < total) parts.push(make("p", { class: "note" }, say("reckoning", { done, total })));
  else if (!reckoning() && better.length === 0) parts.push(make("p", {}, say("nothingGains")));
  parts.push(make("p", { class: "note" }, basis()));
  patch(box, make("div", {}, ...parts), "innerHTML"); // while values come, somebody may be pressing a button
}

function close(): void {
  open = false;
  draw();
  find("#map-best")?.focus({ preventScroll: true });
}

function toggle(): void {
  open = !open;
  draw();
  if (!open) return;
  const [first] = spots();
  if (first && first.value.gain > 0) announce(`${first.hex} ${written(first.value)}`);
  find("#best button.spot")?.focus({ preventScroll: true });
}

/** To the dock of a hex of the list. */
function go(button: HTMLElement): void {
  const spot = spots().find(({ hex }) => button.id === `spot-${hex}`);
  close();
  if (spot) openDock(spot.hex, spot.action);
}

export function startBest(): void {
  on("click", "#map-best", toggle);
  on("click", "#best .spot", go);
  on("click", "#best [data-shut]", close);
  always(draw);
  onWorth(draw);
  document.addEventListener(
    "keydown",
    (event) => {
      if (!open || event.key !== "Escape" || inDialog()) return;
      close();
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
