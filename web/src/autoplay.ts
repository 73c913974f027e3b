// The past played by itself: action by action or turn by turn, at a chosen pace, until the end or any step by hand.

import { find, numeric, on } from "./dom";
import { announce } from "./message";
import { always } from "./morph";
import { say } from "./words";

const PACE = "stellwerk.pace";
let timer = 0;
let playing = false;

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const past = (): HTMLElement | null => document.getElementById("past");
const box = (): HTMLSelectElement | null => find<HTMLSelectElement>("#pace");

/** The chosen pace; who wants little motion begins with the slowest. */
function pace(): [wait: number, byTurn: boolean] {
  const [wait = "1000", turn] = (box()?.value ?? "1000").split(" ");
  return [Number(wait), turn === "turn"];
}

function paint(): void {
  const button = find("#autoplay");
  if (!button) return;
  button.setAttribute("aria-pressed", String(playing));
  button.classList.toggle("playing", playing);
  const select = box();
  const kept = localStorage.getItem(PACE) ?? (calm() ? "2000" : "1000");
  if (select && [...select.options].some((one) => one.value === kept)) select.value = kept;
}

export function pause(): void {
  clearTimeout(timer);
  if (!playing) return;
  playing = false;
  paint();
}

/** Go on after a while; the next step waits for the answer to the one before, however long that takes. */
function next(go: (to: number) => Promise<boolean>): void {
  const [wait, byTurn] = pace();
  timer = window.setTimeout(async () => {
    const [ply, last] = [numeric(past(), "data-ply"), numeric(past(), "data-last")];
    const turn = numeric(find("#turn-on"), "data-to");
    const done = playing && ply < last && (await go(byTurn && !Number.isNaN(turn) ? turn : ply + 1));
    if (!playing) return;
    if (done && numeric(past(), "data-ply") < last) next(go);
    else {
      pause();
      announce(say("atEnd"));
    }
  }, wait);
}

export function toggle(go: (to: number) => Promise<boolean>): void {
  if (playing) return pause();
  if (numeric(past(), "data-ply") >= numeric(past(), "data-last")) return;
  playing = true;
  paint();
  next(go);
}

export function startAutoplay(go: (to: number) => Promise<boolean>): void {
  on("click", "#autoplay", () => toggle(go));
  on("change", "#pace", (select) => {
    localStorage.setItem(PACE, (select as HTMLSelectElement).value);
    if (playing) {
      clearTimeout(timer);
      next(go);
    }
  });
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  always(paint);
}
