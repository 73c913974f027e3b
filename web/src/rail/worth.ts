// What choices bring: asked of the server once the table is shown, and written wherever a choice stands.

import { match, mine, rev, seat } from "../board";
import { all, find } from "../dom";
import { always } from "../morph";
import { getJson, Refused } from "../server";
import { say } from "../words";
import { data, money } from "./data";

export interface Value {
  /** What the best run of the company earns then. */
  sum: number;
  /** How much more that is than now. */
  gain: number;
  proven: boolean;
}

interface Portion {
  company: string;
  now: number | null;
  trains: string[];
  /** Whether the company has no train yet, so that one on sale stands for it. */
  assumed: boolean;
  values: [unknown[], number, number, boolean][];
  next: number | null;
  total: number;
}

type Told = () => void;

const BUSY = 429;
const PAUSE = 4000;
const known = new Map<string, Value>();
const listeners: Told[] = [];
let asked = "";
let latest: Portion | null = null;
let going = false;

/** What the table is that is shown now: values of another one are worth nothing. */
const shown = (): string => `${rev()} ${seat()}`;

const keyOf = (kind: string, args: unknown[]): string => JSON.stringify([kind, ...args]);

export const worthOf = (kind: string, args: unknown[]): Value | undefined => known.get(keyOf(kind, args));

/** How far the reckoning is: so many of so many; what the trains earn now, and which trains those are. */
export const progress = (): { done: number; total: number; now: Portion | null } => ({
  done: known.size,
  total: latest?.total ?? 0,
  now: latest,
});

export const reckoning = (): boolean => going;

/** Be told whenever more is known. */
export function onWorth(told: Told): void {
  listeners.push(told);
}

export const signed = (gain: number): string => (gain === 0 ? "±0" : `${gain > 0 ? "+" : ""}${money(gain)}`);

/** "$230, +$40"; what was not searched to its end is told as the least that it brings. */
export function written(value: Value): string {
  const sum = money(value.sum);
  return `${value.proven ? sum : say("atLeast", { sum })} ${signed(value.gain)}`;
}

/** By which trains it is reckoned, in a sentence. */
export function basis(): string {
  if (!latest?.company || latest.now === null) return "";
  const { company, assumed } = latest;
  const trains = latest.trains.join(", ");
  const now = money(latest.now ?? 0);
  return say(assumed ? "worthAssumed" : "worthNow", { company, trains, now });
}

/** Whether the page shows a choice that can be worth something. */
function wanted(): boolean {
  const { lays, stops } = data();
  return Object.keys(lays).length > 0 || Object.keys(stops).length > 0 || find("[data-worth]") !== null;
}

async function ask(about: string): Promise<void> {
  let from: number | null = 0;
  while (from !== null && shown() === about) {
    try {
      const answer: Portion = await getJson(`/match/${match}/worth?rev=${rev()}&seat=${seat()}&from=${from}`);
      if (shown() !== about) return;
      latest = answer;
      for (const [key, sum, gain, proven] of answer.values) known.set(JSON.stringify(key), { sum, gain, proven });
      from = answer.next;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // What a tile brings is a help, not a need: nobody is told that it cannot be had.
      if (error.status !== BUSY) break;
      await new Promise((on) => setTimeout(on, PAUSE));
    }
    tell();
  }
  if (shown() === about) {
    going = false;
    tell();
  }
}

/** Take over values that came with the page, as those of a plan do. */
export function learn({ values, total }: Pick<Portion, "values" | "total">, company: string): void {
  known.clear();
  for (const [key, sum, gain, proven] of values) known.set(JSON.stringify(key), { sum, gain, proven });
  latest = { company, now: null, trains: [], assumed: false, values, next: null, total };
  for (const told of listeners) told();
}

function tell(): void {
  paint();
  for (const told of listeners) told();
}

/** Begin anew where the table is another one. */
function renew(): void {
  if (asked === shown() || document.body.dataset["page"] === "plan") return;
  asked = shown();
  known.clear();
  latest = null;
  going = mine() && wanted();
  if (going) void ask(asked);
}

/** Write values beside the choices that name themselves. */
function paint(): void {
  for (const place of all("[data-worth]")) {
    const value = known.get(place.dataset["worth"] ?? "");
    place.textContent = value ? written(value) : "";
    place.classList.toggle("gains", (value?.gain ?? 0) > 0);
    place.classList.toggle("loses", (value?.gain ?? 0) < 0);
    place.title = value ? basis() : "";
  }
}

export function startWorth(): void {
  always(() => {
    renew();
    paint();
  });
}
