// Hearing of what others do, and saying so when the server cannot be heard any more.

import { hear, match, refresh } from "./board";
import { find } from "./dom";
import { follow } from "./news";
import { REACHED, reached } from "./server";
import type { Said } from "./stream";
import { say } from "./words";

const HICCUP = 1200;
let timer = 0;
let next: string | null = null;

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

function told(said: Said): void {
  switch (said.kind) {
    case "up":
      reached();
      break;
    case "down":
      lost();
      break;
    case "seats":
      // Somebody may have taken a seat of this browser elsewhere.
      void refresh();
      break;
    case "ply":
      hear(said.news.rev);
      if (said.news.next && said.news.next !== next && !find("[data-next]")) void refresh();
      next = said.news.next;
      break;
  }
}

export function startLive(): void {
  document.addEventListener(REACHED, regained);
  follow({ match }, told);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void refresh());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
