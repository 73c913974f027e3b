// Hearing of what others do at this table, and that there is no such table any more.

import { hear, match, refresh, table } from "./board";
import { SEATS } from "./desk/record";
import { SAID } from "./desk/talk";
import { find, make } from "./dom";
import { meet } from "./guests";
import { follow } from "./news";
import { attend, startPresence } from "./presence";
import { heed, startReach } from "./reach";
import type { Said } from "./stream";
import { say } from "./words";

const GONE = "gone";
let next: string | null = null;

/** A match that was deleted, or has expired, is told as such: nothing on the page is true any more. */
function goneIs(gone: boolean): void {
  const notice = document.getElementById(GONE);
  const shown = table();
  if (shown) shown.inert = gone;
  if (!gone) notice?.remove();
  else if (!notice) {
    const link = make("a", { href: "/" }, say("toLobby"));
    find("#main")?.prepend(make("p", { id: GONE, class: "notice", role: "alert" }, `${say("gone")} `, link));
    window.scrollTo({ top: 0 });
  }
}

function told(said: Said): void {
  heed(said);
  if ("news" in said && "said" in said.news) document.dispatchEvent(new CustomEvent(SAID, { detail: said.news.said }));
  switch (said.kind) {
    case "gone":
      goneIs(true);
      break;
    case "here":
      attend(said.news);
      break;
    case "said":
      break;
    case "seats":
      // Somebody may have sat down, or taken a seat of this browser elsewhere.
      goneIs(false);
      void refresh();
      void meet();
      document.dispatchEvent(new Event(SEATS));
      break;
    case "ply":
      goneIs(false);
      hear(said.news.rev);
      if (said.news.next && said.news.next !== next && !find("[data-next]")) void refresh();
      next = said.news.next;
      break;
  }
}

export function startLive(): void {
  startReach();
  startPresence();
  void meet();
  follow({ match }, told);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void refresh());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
