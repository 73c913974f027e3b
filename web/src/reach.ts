// Whether the server can be heard: said when it cannot for more than a moment, and taken back as soon as it answers.

import { find } from "./dom";
import { REACHED, reached } from "./server";
import type { Said } from "./stream";
import { say } from "./words";

const HICCUP = 1200;
let timer = 0;

function lost(): void {
  const hint = find("#lost");
  if (!hint || timer) return;
  // A hiccup of a second is nobody's concern; each failed try to connect again comes here too.
  timer = window.setTimeout(() => {
    hint.textContent = say("lost");
    hint.hidden = false;
  }, HICCUP);
}

function regained(): void {
  const hint = find("#lost");
  clearTimeout(timer);
  timer = 0;
  if (hint) hint.hidden = true;
}

/** What the stream of events tells of the server itself. */
export function heed(said: Said): void {
  if (said.kind === "up") reached();
  if (said.kind === "down") lost();
}

export function startReach(): void {
  document.addEventListener(REACHED, regained);
}
