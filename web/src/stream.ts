// One stream of events that comes back by itself, whatever cut it: the net, a server that starts anew, a night's sleep.

export interface News {
  match: string;
  ply: number;
  rev: number;
  next: string | null;
  /** How many messages were written at the table. */
  said: number;
}

/** Which seats of people have somebody at the table just now, and which have not. */
export interface Here {
  match: string;
  here: number[];
  away: number[];
}

/** What a tab is told: whether the server can be heard, how a match stands, who is there, that there is no such match
 * any more, that the list of matches is another one. */
export type Said =
  | { kind: "up" | "down" }
  | { kind: "ply" | "seats" | "said"; news: News }
  | { kind: "here"; news: Here }
  | { kind: "gone"; news: { match: string } }
  | { kind: "mine"; mark: string };

/** What concerns one match. */
export const ofMatch = (said: Said): said is Said & { news: { match: string } } => "news" in said;

/** What a tab says: what it shows, that it is looked at, that it goes. */
export type Word =
  | { say: "hello"; match: string | null; mine: boolean; lock: string | null; fresh: boolean }
  | { say: "look" }
  | { say: "bye" };

/** What the worker answers to a hello: a tab that hears nothing listens for itself. */
export const HEARD = "heard";

const FIRST = 500;
const LONGEST = 10_000;
/** Milliseconds to another attempt; each is twice as long, and no two browsers take the same. */

const TICK = 5_000;
const SILENCE = 45_000;
/** Milliseconds without a sign of life, of which the server gives three in that time, after which a stream is dead. */

const REST = 300_000;
/** Milliseconds that the oldest of too many streams stays away, unless somebody looks at a tab of this browser. */

export class Stream {
  private source: EventSource | null = null;
  private address = "";
  private failures = 0;
  private retry = 0;
  private heard = 0;
  private ticked = 0;
  private ticking = 0;

  constructor(private readonly tell: (said: Said) => void) {}

  /** Listen to these matches, and perhaps to the list of the visitor's own; `anew` if the visitor may be another one. */
  follow(matches: string[], mine: boolean, anew = false): void {
    const query = new URLSearchParams(matches.map((match) => ["match", match]));
    if (mine) query.set("mine", "1");
    const address = `/events?${query}`;
    if (address === this.address && !anew) return;
    this.address = address;
    this.open();
  }

  /** Somebody looks: do not wait with the next attempt. */
  hurry(): void {
    if (this.address && !this.source) this.open();
  }

  close(): void {
    this.address = "";
    this.drop();
    clearInterval(this.ticking);
    this.ticking = 0;
  }

  private drop(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  private open(): void {
    this.drop();
    this.heard = this.ticked = Date.now();
    if (!this.ticking) this.ticking = setInterval(() => this.tick(), TICK) as unknown as number;
    const source = new EventSource(this.address);
    this.source = source;
    source.addEventListener("open", () => {
      this.failures = 0;
      this.tell({ kind: "up" });
    });
    source.addEventListener("error", () => this.lose());
    source.addEventListener("replaced", () => this.lose(REST));
    source.addEventListener("beat", () => this.alive());
    for (const kind of ["ply", "seats", "said", "here", "gone"] as const)
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        this.alive();
        this.tell({ kind, news: JSON.parse(event.data) } as Said);
      });
    source.addEventListener("mine", (event: MessageEvent<string>) => {
      this.alive();
      this.tell({ kind: "mine", mark: (JSON.parse(event.data) as { mark: string }).mark });
    });
  }

  private alive(): void {
    this.heard = Date.now();
  }

  private lose(rest = 0): void {
    this.drop();
    this.tell({ kind: "down" });
    const pause = rest || Math.min(LONGEST, FIRST * 2 ** this.failures) * (0.5 + Math.random());
    this.failures += 1;
    this.retry = setTimeout(() => this.hurry(), pause) as unknown as number;
  }

  /** A computer that slept does not tell that its connections are dead; it only skips some ticks. */
  private tick(): void {
    const now = Date.now();
    const slept = now - this.ticked > 4 * TICK;
    this.ticked = now;
    if (slept || (this.source && now - this.heard > SILENCE)) this.open();
  }
}
