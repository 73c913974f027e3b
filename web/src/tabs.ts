// The worker that all tabs of a browser share: it holds the one stream of events and tells each tab what concerns it.

import { HEARD, ofMatch, type Said, Stream, type Word } from "./stream";

interface Tab {
  match: string | null;
  mine: boolean;
  /** Whether the browser itself tells when the tab is gone. */
  locked: boolean;
  seen: number;
  mark: string;
}

const MOST = 64;
/** How many matches one stream tells of: those of the tabs that were looked at last. */

const GROW = 30;
const SHRINK = 3_000;
/** Milliseconds until the stream is opened for more matches, and for fewer: tabs come in handfuls, and go to come back. */

const SWEEP = 30_000;
const DEAD = 150_000;
/** Milliseconds of silence after which a tab is gone; hidden tabs get to say something once a minute only. */

const tabs = new Map<MessagePort, Tab>();
const latest = new Map<string, Said>();
const present = new Map<string, Said>();
/** By match what a tab that comes later is told: how it stands, and who is there. */

const stream = new Stream(hear);
let followed = new Set<string>();
let heardMine: Said | null = null;
let anew = false;
let up: Said | null = null;
let timer = 0;
let due = Number.POSITIVE_INFINITY;

function hear(said: Said): void {
  if (said.kind === "mine") heardMine = said;
  else if (said.kind === "ply" || said.kind === "seats" || said.kind === "said")
    latest.set(said.news.match, { ...said, kind: "ply" });
  else if (said.kind === "gone") latest.set(said.news.match, said);
  else if (said.kind === "here") present.set(said.news.match, said);
  else up = said;
  for (const [port, tab] of tabs) tell(port, tab, said);
}

function tell(port: MessagePort, tab: Tab, said: Said): void {
  if (said.kind === "mine") {
    if (!tab.mine || tab.mark === said.mark) return;
    tab.mark = said.mark;
  } else if (ofMatch(said) && said.news.match !== tab.match) return;
  port.postMessage(said);
}

/** See to it that the stream is opened anew within so many milliseconds. */
function plan(delay: number): void {
  if (Date.now() + delay >= due) return;
  due = Date.now() + delay;
  clearTimeout(timer);
  timer = setTimeout(follow, delay) as unknown as number;
}

function follow(): void {
  due = Number.POSITIVE_INFINITY;
  const recent = [...tabs.values()].sort((one, other) => other.seen - one.seen);
  const matches = [...new Set(recent.flatMap((tab) => tab.match ?? []))].slice(0, MOST).sort();
  const mine = recent.some((tab) => tab.mine);
  followed = new Set(matches);
  for (const known of [latest, present]) for (const name of known.keys()) if (!followed.has(name)) known.delete(name);
  if (!mine) heardMine = null;
  if (matches.length > 0 || mine) stream.follow(matches, mine, anew);
  else {
    stream.close();
    up = null;
  }
  anew = false;
}

function leave(port: MessagePort): void {
  if (tabs.delete(port)) plan(tabs.size > 0 ? SHRINK : GROW);
}

function enter(port: MessagePort, word: Word & { say: "hello" }): void {
  const known = tabs.get(port);
  const tab: Tab = { ...word, locked: word.lock !== null, seen: Date.now(), mark: known?.mark ?? "" };
  tabs.set(port, tab);
  port.postMessage({ kind: HEARD });
  if (known) return;
  if (word.lock) void navigator.locks.request(word.lock, () => leave(port));
  if (up) tell(port, tab, up);
  for (const known of [latest, present]) {
    const now = tab.match && known.get(tab.match);
    if (now) tell(port, tab, now);
  }
  // A page that was just loaded may be another visitor's; the stream has to belong to the same one.
  if (tab.mine && word.fresh) anew = true;
  else if (tab.mine && heardMine) tell(port, tab, heardMine);
  if (anew || (tab.match && !followed.has(tab.match)) || (tab.mine && !heardMine)) plan(GROW);
}

function listen(port: MessagePort): void {
  port.onmessage = (event: MessageEvent<Word>) => {
    const word = event.data;
    if (word.say === "hello") enter(port, word);
    else if (word.say === "bye") leave(port);
    else {
      const tab = tabs.get(port);
      if (tab) tab.seen = Date.now();
      if (tab?.match && !followed.has(tab.match)) plan(GROW);
      stream.hurry();
    }
  };
}

(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const port = event.ports[0];
  if (port) listen(port);
};

setInterval(() => {
  for (const [port, tab] of tabs) if (!tab.locked && Date.now() - tab.seen > DEAD) leave(port);
}, SWEEP);
