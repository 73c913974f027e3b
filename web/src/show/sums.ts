// Sums that change. A table marks them with data-sum, a name that stays; the last word of it says whose. The page says
// the new sum at once to whoever reads it: what counts up or down is only painted over it.

import { all } from "../dom";
import { grouped } from "../money";
import { fly, rise, type Spot, spotOf } from "./layer";

interface Sum {
  element: HTMLElement;
  value: number;
}

export interface Change {
  name: string;
  by: number;
}

export type Sums = Map<string, Sum>;

const COUNT = 420;
/** So many at most are seen to change hands at once. */
const HANDS = 6;
const NUMBER = /\d[\d.,\u202f']*/;

let counting = 0;

/** The number in a text such as "$1200"; NaN where there is none. */
function amountIn(text: string): number {
  if (text.trim() === "") return 0; // nothing of it
  const found = NUMBER.exec(text)?.[0];
  if (found === undefined) return Number.NaN;
  const value = Number(found.replace(/\D/g, ""));
  return /^\s*[−-]/.test(text) ? -value : value;
}

const written = (text: string, value: number): string =>
  text.trim().replace(NUMBER, grouped(Math.abs(Math.round(value))));

/** A change as it is shown: with its sign, and the currency that stands before the sum, or its percent. */
function told(text: string, by: number): string {
  // A word that stands before a number is no currency: "noch 2".
  const [, sign = "", after = ""] = /(\p{Sc}?)\d[\d.,\u202f']*(\s?%)?/u.exec(text) ?? [];
  return `${by > 0 ? "+" : "−"}${sign}${grouped(Math.abs(by))}${after}`;
}

/** Where a sum stands; one that is empty is as wide as its cell. */
const place = (element: Element): Spot | null =>
  spotOf(element.textContent?.trim() ? element : (element.closest("td") ?? element));

export function seeSums(): Sums {
  const sums: Sums = new Map();
  for (const element of all("[data-sum]")) {
    const part = element.closest(".part")?.id ?? "";
    const value = amountIn(element.textContent ?? "");
    if (!Number.isNaN(value)) sums.set(`${part}|${element.dataset["sum"] ?? ""}`, { element, value });
  }
  return sums;
}

export function settleSums(): void {
  cancelAnimationFrame(counting);
  for (const element of all("[data-counting]")) delete element.dataset["counting"];
}

/** Paint the sums between the old ones and the new ones, until they are reached. */
function count(changes: { element: HTMLElement; from: number; to: number }[]): void {
  const start = performance.now();
  const frame = (now: number): void => {
    const done = Math.min(1, (now - start) / COUNT);
    if (done >= 1) return settleSums();
    for (const { element, from, to } of changes)
      element.dataset["counting"] = written(element.textContent ?? "", from + (to - from) * done * (2 - done));
    counting = requestAnimationFrame(frame);
  };
  frame(start);
}

/** Let something fly from who has less to who has more, where it is clear which that is. */
function handOver(changes: { name: string; by: number; spot: Spot }[]): void {
  const groups = new Map<string, typeof changes>();
  const seen = new Set<string>();
  for (const change of changes) {
    const name = change.name.slice(change.name.indexOf("|") + 1);
    if (seen.has(name)) continue;
    seen.add(name);
    const group = name.slice(0, name.lastIndexOf(":"));
    groups.set(group, [...(groups.get(group) ?? []), change]);
  }
  for (const group of groups.values()) {
    const [less, more] = [group.filter(({ by }) => by < 0), group.filter(({ by }) => by > 0)];
    if (Math.min(less.length, more.length) !== 1 || group.length > HANDS) continue;
    for (const from of less) for (const to of more) fly(from.spot, to.spot);
  }
}

/** Tell which sums changed since they were seen, and unless `still` show it. */
export function changeSums(before: Sums, still: boolean): Change[] {
  const found = [...seeSums()].flatMap(([name, { element, value }]) => {
    const was = before.get(name)?.value;
    return was === undefined || was === value ? [] : [{ name, element, from: was, to: value, by: value - was }];
  });
  if (still || found.length === 0) return found;
  const seen = found.flatMap((change) => {
    const spot = place(change.element);
    return spot ? [{ ...change, spot }] : [];
  });
  for (const { element, by, spot } of seen) rise(told(element.textContent ?? "", by), spot, by > 0 ? "more" : "less");
  handOver(seen);
  count(seen);
  return found;
}
