// Hearing of what others do, and saying so when the server cannot be heard any more.

import { hear, match, refresh } from "./board";
import { find } from "./dom";
import { REACHED, reached } from "./server";
import { say } from "./words";

interface News {
  ply: number;
  rev: number;
  next: string | null;
}

const HICCUP = 1200;
const GLANCE = 4000;
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

function listen(): void {
  const source = new EventSource(`/api/matches/${match}/events`);
  source.addEventListener("open", reached);
  source.addEventListener("ply", (event: MessageEvent<string>) => {
    const news: News = JSON.parse(event.data);
    hear(news.rev);
    if (news.next && news.next !== next && !find("[data-next]")) void refresh();
    next = news.next;
  });
  source.addEventListener("error", () => {
    lost();
    if (source.readyState === EventSource.CLOSED) window.setTimeout(listen, 2000);
  });
  window.addEventListener("pagehide", () => source.close());
}

export function startLive(): void {
  document.addEventListener(REACHED, regained);
  listen();
  // Somebody may have taken a seat of this browser elsewhere, which is no event of the match.
  window.setInterval(() => find("#curtain") && void refresh(), GLANCE);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void refresh());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
