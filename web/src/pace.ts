// The time limit of a new match: how much, and what happens when it is used up.

import { all, find } from "./dom";

export interface Pace {
  kind: string;
  seconds: number;
  increment: number;
  zero: string;
}

/** What is chosen in the form of a game; null for no limit. */
export function paceIn(panel: HTMLElement): Pace | null {
  const [kind, seconds, more] = (find<HTMLSelectElement>("select.pace", panel)?.value ?? "").split(":");
  if (!kind) return null;
  const zero = find<HTMLSelectElement>("select.zero", panel)?.value ?? "bot";
  return { kind, seconds: Number(seconds), increment: Number(more ?? 0), zero };
}

export function startPace(panel: HTMLElement): void {
  const draw = (): void => {
    const none = paceIn(panel) === null;
    for (const part of all(".at-zero", panel)) part.hidden = none;
  };
  find("select.pace", panel)?.addEventListener("change", draw);
  // A browser may have kept the choice over a reload.
  draw();
}
