// The hexes of an 18xx map: one tab stop for all, walked with the arrow keys; a click goes to who knows what it means.

import { showStage } from "../cockpit";
import { all, find, on } from "../dom";
import { letters, typing } from "../keys";
import { always } from "../morph";
import { stepFrom } from "../walk";
import { command, reveal } from "./camera";
import { data, hexOf } from "./data";

type Chosen = (hex: string, target: Element | null) => void;

const MOVES: Record<string, string> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const KEYS: Record<string, string> = { "+": "in", "=": "in", "-": "out", "0": "fit" };
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

/** Say below the map what a hex is; above it where that would cover the hex. */
function describe(hex: Element): void {
  const [line, box] = [find("#space"), find("#railbox")?.getBoundingClientRect()];
  if (!line || !box) return;
  line.textContent = hex.getAttribute("aria-label");
  line.classList.toggle("above", middle(hex)[1] > box.y + box.height * 0.7);
}

/** Beside all hexes there is nothing to say but about the one in focus. */
function beside(_box: Element, event: Event): void {
  if (event.target instanceof Element && event.target.closest(".hx")) return;
  const [line, here] = [find("#space"), document.activeElement?.closest(".hx")];
  if (here) describe(here);
  else if (line) line.textContent = "";
}

export function goTo(hex: Element): void {
  current = hex.getAttribute("data-hex") ?? "";
  rove();
  (hex as SVGGElement).focus({ preventScroll: true });
  reveal(hex);
}

/** Where a hex lies on the screen, however the map is turned. */
function middle(hex: Element): [number, number] {
  const box = hex.querySelector(".face")?.getBoundingClientRect() ?? hex.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function pressed(hex: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const move = MOVES[event.key];
  const wish = KEYS[event.key.toLowerCase()];
  if (move && event.shiftKey) command(move);
  else if (move) {
    const next = stepFrom(hex, event.key, all(".hx"), middle);
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

export function startRailMap(chosen: Chosen): void {
  choose = chosen;
  always(rove);
  on("click", ".hx", (hex, event) => {
    current = hex.dataset["hex"] ?? "";
    rove();
    describe(hex);
    choose(current, event.target instanceof Element ? event.target : null);
  });
  on("pointerover", ".hx", describe);
  on("pointerover", "#railbox", beside);
  on("focusin", ".hx", describe);
  on("keydown", ".hx", pressed);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.altKey || event.metaKey || !find("#railmap")) return;
    if (!letters() || typing(event.target) || find("dialog[open], #curtain, :popover-open")) return;
    event.preventDefault();
    toMap();
  });
}

/** To the next hex where something can be done, with the map in view. */
export function toMap(): void {
  showStage("map");
  const here = find('.hx[tabindex="0"]');
  if (!toNextOpen() && here) goTo(here);
  find("#railbox")?.scrollIntoView({ block: "nearest" });
}
