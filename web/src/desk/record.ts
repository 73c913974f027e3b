// The record of a table, for its players: undos, seats that changed hands, bots that stood in.

import { ply } from "../board";
import { find, make, on, refill } from "../dom";
import { show } from "../message";
import { always } from "../morph";
import { getJson } from "../server";
import { say } from "../words";
import { asked, forSeat, forWho, tried, who } from "./common";

interface Event {
  number: number;
  kind: string;
  seat: number;
  created: number;
  text: string;
  /** Actions that an undo took back. */
  more: string[];
}

/** Somebody sat down, got up, or a bot stands in. */
export const SEATS = "stellwerk:seats";

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
let last = 0;
let before = 0;
/** Whether what had happened before the page was opened is here. */
let begun = false;

function line(event: Event): HTMLElement {
  const when = new Date(event.created * 1000);
  const item = make("li", {}, `${event.text} `, make("time", { datetime: when.toISOString() }, clock.format(when)));
  if (event.more.length > 0) item.append(make("ul", {}, ...event.more.map((text) => make("li", {}, text))));
  return item;
}

const GUESTS = ["joined", "left"];

/** The server tells so many at once. */
const SHOWN = 100;

/** Put those before the earliest one that is shown beneath it, for as long as there are some. */
async function earlier(button: HTMLElement): Promise<void> {
  const found = await forWho(
    getJson<{ record: Event[] }>(`${asked("record")}&before=${button.dataset["before"] ?? ""}`),
  );
  if (found === null) return;
  find("#record ol")?.append(...found.record.map(line).reverse());
  offerEarlier(found.record);
}

function offerEarlier(shown: Event[]): void {
  find("#record button")?.remove();
  const first = shown[0];
  if (first && shown.length === SHOWN)
    find("#record")?.append(
      make("button", { type: "button", class: "link", "data-before": String(first.number) }, say("earlier")),
    );
}

async function load(): Promise<void> {
  const box = find("#record");
  if (!box || who() === null) return;
  await tried(
    async () => {
      const found = await forWho(getJson<{ record: Event[] }>(asked("record")));
      if (found === null) return;
      const fresh = found.record.filter((event) => event.number > last);
      last = Math.max(last, ...fresh.map((event) => event.number));
      // One knows what one does oneself, but not that one's time has run out; who comes and goes is said by guests.ts.
      const told = fresh
        .filter(({ kind, seat }) => (seat !== who() && !GUESTS.includes(kind)) || kind === "stood-in")
        .at(-1);
      if (begun && told) show({ text: told.text, mild: true });
      begun = true;
      box.hidden = found.record.length === 0;
      refill(find("ol", box), ...found.record.map(line).reverse());
      offerEarlier(found.record);
    },
    () => undefined,
  );
}

export function startRecord(): void {
  forSeat(() => {
    [last, begun] = [0, false];
    const box = find("#record");
    if (box) box.hidden = true;
    void load();
  });
  // An undo is what leads back to an earlier ply.
  always(() => {
    if (ply() < before) void load();
    before = ply();
  });
  on(
    "click",
    "#record [data-before]",
    (button) =>
      void tried(
        () => earlier(button),
        () => undefined,
      ),
  );
  document.addEventListener(SEATS, () => void load());
  on("click", "[data-look=talk], [data-tab=talk], #record summary", () => void load());
}
