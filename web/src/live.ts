// Hearing of what others do, and saying so when the server cannot be heard any more.

import { hear, match, refresh } from "./board";
import { find } from "./dom";
import { say } from "./words";

interface News {
  ply: number;
  rev: number;
  next: string | null;
}

let timer = 0;
let next: string | null = null;

function lost(yes: boolean): void {
  const hint = find("#lost");
  clearTimeout(timer);
  if (!hint) return;
  if (!yes) {
    hint.hidden = true;
    return;
  }
  // A hiccup of a second is nobody's concern.
  timer = window.setTimeout(() => {
    hint.textContent = say("lost");
    hint.hidden = false;
  }, 1200);
}

export function startLive(): void {
  const source = new EventSource(`/api/matches/${match}/events`);
  source.addEventListener("open", () => lost(false));
  source.addEventListener("ply", (event: MessageEvent<string>) => {
    lost(false);
    const news: News = JSON.parse(event.data);
    hear(news.rev);
    if (news.next && news.next !== next && !find("[data-next]")) void refresh();
    next = news.next;
  });
  source.addEventListener("error", () => {
    lost(true);
    if (source.readyState === EventSource.CLOSED) window.setTimeout(startLive, 2000);
  });
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
