// The hexes of an 18xx map: one tab stop for all, walked with the arrow keys; a click goes to who knows what it means.

import { all, find, on } from "../dom";
import { announce } from "../message";
import { always } from "../morph";
import { command, reveal } from "./camera";
import { data, hexOf } from "./data";

type Chosen = (hex: string, target: Element | null) => void;

const ARROWS: Record<string, readonly [number, number, string]> = {
  ArrowLeft: [-1, 0, "left"],
  ArrowRight: [1, 0, "right"],
  ArrowUp: [0, -1, "up"],
  ArrowDown: [0, 1, "down"],
};
const KEYS: Record<string, string> = { "+": "in", "=": "in", "-": "out", "0": "fit", t: "turn", h: "coords" };
let current = "";
let choose: Chosen = () => undefined;

/** The one hex that Tab reaches: where the reader was, else where something can be done. */
function rove(): void {
  const open = Object.keys(data().lays)[0] ?? Object.keys(data().stops)[0] ?? "";
  const known = hexOf(current) ?? hexOf(open) ?? find(".hx");
  if (!known) return;
  for (const hex of all('.hx[tabindex="0"]')) hex.setAttribute("tabindex", "-1");
  known.setAttribute("tabindex", "0");
}

function describe(hex: Element): void {
  const line = find("#space");
  if (line) line.textContent = hex.getAttribute("aria-label");
}

export function goTo(hex: Element): void {
  current = hex.getAttribute("data-hex") ?? "";
  rove();
  (hex as SVGGElement).focus({ preventScroll: true });
  reveal(hex);
}

/** The nearest hex in a direction of the screen: far aside counts more than far ahead. */
function neighbour(from: Element, right: number, down: number): Element | null {
  const middle = (hex: Element): [number, number] => {
    const box = hex.querySelector(".face")?.getBoundingClientRect() ?? hex.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best: Element | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const hex of all(".hx")) {
    const [hx, hy] = middle(hex);
    const ahead = (hx - x) * right + (hy - y) * down;
    const aside = Math.abs((hx - x) * down) + Math.abs((hy - y) * right);
    if (ahead > 1 && aside <= ahead * 1.8 && ahead + 2 * aside < least) [best, least] = [hex, ahead + 2 * aside];
  }
  return best;
}

function pressed(hex: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  const wish = KEYS[event.key.toLowerCase()];
  if (arrow && event.shiftKey) command(arrow[2]);
  else if (arrow) {
    const next = neighbour(hex, arrow[0], arrow[1]);
    if (next) goTo(next);
  } else if (event.key === "Enter" || event.key === " ") choose(hex.dataset["hex"] ?? "", null);
  else if (wish) command(wish);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** From one hex where something can be done to the next. */
export function toNextOpen(): boolean {
  const open = all(".hx.open");
  const at = open.findIndex((hex) => hex.dataset["hex"] === current);
  const next = open[(at + 1) % Math.max(1, open.length)];
  if (next) goTo(next);
  return next !== undefined;
}

// --- tabs: on a narrow screen one part of the table at a time -----------------------------------------------

let tab = "map";

export function showTab(name: string): void {
  tab = name;
  paintTabs();
}

function paintTabs(): void {
  document.body.dataset["tab"] = tab;
  for (const button of all("[data-tab]", find(".tabs") ?? document.createElement("nav"))) {
    button.setAttribute("aria-pressed", String(button.dataset["tab"] === tab));
  }
}

export function startRailMap(chosen: Chosen): void {
  choose = chosen;
  always(rove);
  always(paintTabs);
  on("click", ".hx", (hex, event) => {
    current = hex.dataset["hex"] ?? "";
    rove();
    describe(hex);
    choose(current, event.target instanceof Element ? event.target : null);
  });
  on("pointerover", ".hx", describe);
  on("focusin", ".hx", describe);
  on("keydown", ".hx", pressed);
  on("click", ".tabs [data-tab]", (button) => {
    showTab(button.dataset["tab"] ?? "map");
    announce(button.textContent ?? "");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.altKey || event.metaKey || !find("#railmap")) return;
    if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    toMap();
  });
}

/** To the next hex where something can be done, with the map in view. */
export function toMap(): void {
  showTab("map");
  const here = find('.hx[tabindex="0"]');
  if (!toNextOpen() && here) goTo(here);
  find("#railbox")?.scrollIntoView({ block: "nearest" });
}
