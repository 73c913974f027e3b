// What the tabs of a seat's own share: where they stand, and which seat they are for.

import { match, seat } from "../board";
import { find } from "../dom";
import { always } from "../morph";
import { Refused } from "../server";

export const api = (what: string): string => `/api/matches/${match}/${what}`;

/** The seat whose things are shown, as requests name it; null where nobody of this browser is before the screen. */
export const who = (): number | null => (seat() === "" ? null : Number(seat()));

export const asked = (what: string): string => `${api(what)}?seat=${seat()}`;

/** Whether a tab is before somebody's eyes. */
export function open(name: string): boolean {
  const part = find(`#part-${name}`);
  return document.visibilityState === "visible" && part !== null && part.offsetParent !== null;
}

/** Run when the seat before the screen is another one, and at first. */
export function forSeat(change: () => void): void {
  let before: string | null = null;
  always(() => {
    if (seat() === before) return;
    before = seat();
    change();
  });
}

/** A copy of what a template of the page holds. */
export function copyOf(id: string): DocumentFragment | null {
  const pattern = find<HTMLTemplateElement>(`template#${id}`);
  return pattern ? (pattern.content.cloneNode(true) as DocumentFragment) : null;
}

/** What the server answers, unless another seat has come before the screen meanwhile: then it is nobody's here. */
export async function forWho<T>(answer: Promise<T>): Promise<T | null> {
  const asking = seat();
  const found = await answer;
  return asking === seat() ? found : null;
}

/** Do something of which the server may refuse a part; what it refuses is handed on. */
export async function tried(work: () => Promise<void>, refused: (error: Refused) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused(error);
  }
}
