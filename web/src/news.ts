// How a page hears of what happens: by the stream that all tabs share, or by one of its own while it is looked at.

import { HEARD, type Said, Stream, type Word } from "./stream";

export interface Wish {
  match?: string;
  mine?: boolean;
}

type Hear = (said: Said) => void;

const WORKER = "stellwerk 2";
/** The number changes with what tabs and worker say to each other: an old worker lives on as long as an old tab. */

const PATIENCE = 5_000;
const SIGN = 20_000;

/** Hear of a match, or of the own matches, until the page is left. */
export function follow(wish: Wish, hear: Hear): void {
  if (!("SharedWorker" in window)) return alone(wish, hear);
  try {
    share(wish, hear);
  } catch {
    alone(wish, hear);
  }
}

function share(wish: Wish, hear: Hear): void {
  const worker = new SharedWorker(new URL("./tabs.ts", import.meta.url), { name: WORKER });
  const post = (word: Word): void => worker.port.postMessage(word);
  let answered = false;
  let leave: () => void = () => undefined;
  const giveUp = (): void => {
    if (answered) return;
    answered = true;
    leave();
    worker.port.close();
    alone(wish, hear);
  };
  const patience = window.setTimeout(giveUp, PATIENCE);
  worker.addEventListener("error", giveUp);
  worker.port.onmessage = (event: MessageEvent<Said | { kind: typeof HEARD }>) => {
    const said = event.data;
    answered = true;
    clearTimeout(patience);
    if (said.kind !== HEARD) hear(said);
  };
  leave = announce(wish, post);
  window.addEventListener("pagehide", () => leave());
  const look = (): void => {
    if (document.visibilityState === "visible") post({ say: "look" });
  };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
}

/** Say what is shown here, in such a way that the worker notices when this tab is gone; returns how to leave. */
function announce(wish: Wish, post: (word: Word) => void): () => void {
  const match = wish.match ?? null;
  const mine = wish.mine ?? false;
  // Over plain HTTP in a house there are no locks. Then a tab says now and then that it is still there.
  if (!("locks" in navigator)) {
    const hello = (fresh: boolean): void => post({ say: "hello", match, mine, lock: null, fresh });
    hello(true);
    const signs = window.setInterval(() => hello(false), SIGN);
    return () => {
      clearInterval(signs);
      post({ say: "bye" });
    };
  }
  // A browser frees the locks of a tab that died; who waits for one learns of it.
  const lock = `${WORKER} ${Date.now()} ${Math.random()}`;
  let free: (value?: unknown) => void = () => undefined;
  const held = new Promise((resolve) => {
    free = resolve;
  });
  void navigator.locks.request(lock, () => {
    post({ say: "hello", match, mine, lock, fresh: true });
    return held;
  });
  return () => {
    post({ say: "bye" });
    free();
  };
}

/** A stream of this tab's own. A browser has few connections for all tabs, so hidden ones go without. */
function alone(wish: Wish, hear: Hear): void {
  let mark = "";
  const stream = new Stream((said) => {
    if (said.kind === "mine" && said.mark === mark) return;
    if (said.kind === "mine") mark = said.mark;
    hear(said);
  });
  const look = (): void => {
    if (document.visibilityState === "visible") {
      stream.follow(wish.match ? [wish.match] : [], wish.mine ?? false);
      stream.hurry();
    } else stream.close();
  };
  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  window.addEventListener("pagehide", () => stream.close());
}
