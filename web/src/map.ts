// The map: walked with the arrow keys, one tab stop for all hexes, and what a click on a hex means.

import type { Action } from "./board";
import { act, mine, seat, table } from "./board";
import { all, find, make, numeric, on } from "./dom";
import { hide, show } from "./message";
import { always } from "./morph";
import { pick, picked } from "./pick";
import { askBeside, closeBeside } from "./popover";
import { isArrow, stepFrom } from "./walk";
import { onWheel } from "./wheel";
import { say } from "./words";

const ZOOMS = [1, 1.5, 2, 2.75];
let current = "";
let zoom = 0;

const hexes = (): HTMLElement[] => all(".hex");
const hexOf = (id: string): HTMLElement | null => document.getElementById(`hex-${id}`);

/** The one hex that Tab reaches: where the reader was, else where something can be built. */
function rove(): void {
  const known = hexOf(current) ?? find(".hex.building") ?? find(".hex.open") ?? find(".hex.station") ?? hexes()[0];
  if (!known) return;
  for (const hex of all('.hex[tabindex="0"]')) hex.setAttribute("tabindex", "-1");
  known.setAttribute("tabindex", "0");
}

function describe(hex: HTMLElement): void {
  const line = find("#space");
  if (line) line.textContent = hex.getAttribute("aria-label");
}

function goTo(hex: HTMLElement): void {
  current = hex.dataset["hex"] ?? "";
  rove();
  hex.focus();
  hex.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const middle = (hex: Element): [number, number] => [numeric(hex, "data-x"), numeric(hex, "data-y")];

/** Go from one hex where the chosen colour, or any, can be built to the next. */
export function focusMap(): boolean {
  const options = all(find(".opt.on") ? ".opt.on" : ".opt");
  const open = [...new Set(options.map((option) => option.closest<HTMLElement>(".hex")))];
  const next = open[(open.indexOf(hexOf(current)) + 1) % Math.max(1, open.length)] ?? find('.hex[tabindex="0"]');
  if (next) goTo(next);
  return next !== null;
}

function choose(hex: HTMLElement): void {
  current = hex.dataset["hex"] ?? "";
  rove();
  describe(hex);
  if (!table() || table()?.hasAttribute("data-over") || document.body.dataset["page"] !== "table") return;
  const colour = picked();
  const option = colour ? find(`.opt[data-pick="${colour}"]`, hex) : null;
  if (option) {
    option.classList.add("pending");
    void act(JSON.parse(option.dataset["choice"] ?? "null") as Action);
  } else if (colour && seat() !== "") {
    // Not legal: the server says which rule forbids it and changes nothing.
    void act({ seat: Number(seat()), kind: "place", args: [colour, current] });
  } else if (mine()) {
    offer(hex);
  }
}

/** Without a colour: ask which of those that can be built here. */
function offer(hex: HTMLElement): void {
  const options = all(".opt", hex);
  if (options.length === 0) {
    show({ text: say("pickFirst"), mild: true });
    return;
  }
  const buttons = options.map((option) => {
    const card = find(`.company[data-pick="${option.dataset["pick"]}"]`);
    const button = make("button", { type: "button", class: `co-${option.dataset["pick"]}` });
    const badge = card?.querySelector(".badge")?.cloneNode(true);
    button.append(...(badge ? [badge] : []), card?.dataset["name"] ?? "");
    button.addEventListener("click", () => {
      closeBeside();
      pick(option.dataset["pick"] ?? "");
      void act(JSON.parse(option.dataset["choice"] ?? "null") as Action);
      hex.focus();
    });
    return button;
  });
  askBeside(hex, say("pickHere"), buttons);
}

function sized(): void {
  find(".map")?.classList.toggle("enlarged", zoom > 0);
}

function enlarge(by: number): void {
  zoom = Math.min(Math.max(zoom + by, 0), ZOOMS.length - 1);
  const box = find("#mapbox");
  if (!box) return;
  const [x, y] = [
    (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
    (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
  ];
  box.style.setProperty("--zoom", String(ZOOMS[zoom]));
  sized();
  box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
}

let turned = 0;

/** A whole notch of the wheel is one size; what a trackpad sends in small parts is added up. */
function wheeled(notches: number): void {
  turned += notches;
  const steps = Math.trunc(turned);
  turned -= steps;
  if (steps !== 0) enlarge(Math.sign(steps));
}

/** Show on the map what a line of the log speaks of. */
function spot(line: HTMLElement | null): void {
  for (const hex of all(".hex.spot")) hex.classList.remove("spot");
  hexOf(line?.dataset["spot"] ?? "")?.classList.add("spot");
}

export function startMap(): void {
  for (const type of ["pointerover", "focusin"] as const) {
    document.addEventListener(type, (event) => {
      spot(event.target instanceof Element ? event.target.closest<HTMLElement>("[data-spot]") : null);
    });
  }
  always(rove);
  always(sized);
  on("click", ".hex", (hex, event) => {
    // The second click of a double click means the first one.
    if (event.detail < 2) choose(hex);
  });
  on("click", "[data-zoom]", (button) => enlarge(numeric(button, "data-zoom")));
  onWheel("#mapbox > svg", wheeled, () => zoom > 0);
  on("pointerover", ".hex", describe);
  on("focusin", ".hex", describe);
  on("keydown", ".hex", (hex, event) => {
    if (isArrow(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      const next = stepFrom(hex, event.key, hexes(), middle);
      if (next instanceof SVGElement) goTo(next as SVGElement & HTMLElement);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (event.repeat) return;
      hide();
      choose(hex);
    }
  });
}
