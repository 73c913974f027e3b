// Time limits at a table: the clock of each player, one's own in the bar, and the way back from a bot that stands in.

import { match, refresh } from "./board";
import { find, make, on } from "./dom";
import { announce, refuse } from "./message";
import { always } from "./morph";
import { nameOf } from "./presence";
import { getJson, postForJson, Refused } from "./server";
import { say } from "./words";

interface Told {
  seconds: number;
  left: (number | null)[];
  running: number[];
  stand_ins: number[];
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const SOON = 60;
/** A tenth of what there was, or a minute: then it is time to hurry. */
const short = (left: number, clock: Told): boolean => left < Math.max(SOON, Math.min(clock.seconds / 10, HOUR));

let clock: Told | null = null;
let told = 0;
let warned = false;

const ownSeat = (): string => find("#table")?.dataset["seat"] ?? "";

function leftOf(seat: number): number | null {
  const left = clock?.left[seat];
  if (left === null || left === undefined) return null;
  return clock?.running.includes(seat) ? Math.max(0, left - (performance.now() - told) / 1000) : left;
}

const two = (n: number): string => String(n).padStart(2, "0");

export function written(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= DAY) return say("timeDays", { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) });
  const [hours, minutes, rest] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / 60), whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Put a time into its place, without touching what already says it. */
function fill(place: HTMLElement, seat: number, left: number): void {
  const away = clock?.stand_ins.includes(seat) ?? false;
  const shown = away ? say("bot") : left <= 0 ? say("timeUp") : written(left);
  place.classList.toggle("runs", clock?.running.includes(seat) ?? false);
  place.classList.toggle("short", !away && clock !== null && short(left, clock));
  if (place.dataset["shown"] === shown) return;
  place.dataset["shown"] = shown;
  place.title = away ? say("standsInFor") : say("timeLeft", { time: shown });
  place.replaceChildren(make("span", { "aria-hidden": "true" }, shown), make("span", { class: "unseen" }, place.title));
}

function drawSeat(seat: number): void {
  const who = nameOf(seat);
  const left = leftOf(seat);
  const known = find(":scope > .time", who?.parentElement ?? document);
  // That a bot plays the seat, or that it is the reader's own, is told by a tag already.
  const told = clock?.stand_ins.includes(seat) && find("[data-player]", who?.parentElement ?? document);
  if (!who || left === null || told) {
    known?.remove();
    return;
  }
  const place = known ?? make("span", { class: "time" });
  if (!known) who.after(place);
  fill(place, seat, left);
}

function drawOwn(): void {
  const seat = Number(ownSeat() || NaN);
  const left = Number.isNaN(seat) || !clock?.running.includes(seat) ? null : leftOf(seat);
  const known = find("#own-time");
  if (left === null) {
    known?.remove();
    warned = false;
    return;
  }
  const headline = find("#headline");
  const place = known ?? make("span", { id: "own-time", class: "time" });
  if (!known) headline?.after(place);
  fill(place, seat, left);
  if (left <= SOON && left > 0 && !warned) {
    warned = true;
    announce(say("timeSoon", { time: written(left) }));
  }
}

/** Somebody who comes back finds a bot on the seat: one button gives it back. */
function drawStandIn(): void {
  const seat = ownSeat();
  const table = find("#table")?.dataset ?? {};
  const why = table["standing"];
  const stands = why !== undefined || (clock?.stand_ins.includes(Number(seat || NaN)) ?? false);
  // Once the match is over nobody plays on.
  const away = stands && table["over"] === undefined;
  const known = find("#standing-in");
  const text = say(why === "time" ? "standsInLate" : "standsIn");
  if (!away) known?.remove();
  else if (known) {
    const said = find("span", known);
    if (said && said.textContent !== text) said.textContent = text;
  } else {
    const back = make("button", { type: "button", class: "primary", "data-return": seat }, say("playAgain"));
    const notice = make("p", { id: "standing-in", class: "notice standing-in", role: "alert" });
    notice.append(make("span", {}, text), " ", back);
    find("#main")?.prepend(notice);
  }
}

function draw(): void {
  drawStandIn();
  if (!clock) return;
  for (const seat of clock.left.keys()) drawSeat(seat);
  drawOwn();
}

function hear(answer: { clock: Told | null }): void {
  [clock, told] = [answer.clock, performance.now()];
  draw();
}

let asked = 0;

/** Ask for the clocks soon; several changes in a row are one question. */
function ask(): void {
  draw();
  clearTimeout(asked);
  asked = window.setTimeout(async () => {
    try {
      hear(await getJson<{ clock: Told | null }>(`/api/matches/${match}/clock`));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }, 150);
}

async function comeBack(button: HTMLElement): Promise<void> {
  try {
    const answer = await postForJson<{ clock: Told | null }>(
      `/api/matches/${match}/seats/${button.dataset["return"]}/return`,
      {},
    );
    await refresh();
    hear(answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

export function startClock(): void {
  on("click", "[data-return]", (button) => void comeBack(button));
  if (document.body.dataset["timed"] === undefined) {
    always(drawStandIn);
    return;
  }
  always(ask);
  window.setInterval(draw, 500);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
}
