// Who has sat down and who has got up, for those at the table: said when it happens, and as long as a seat is free.

import { match } from "./board";
import { find, make, refill } from "./dom";
import { announce, show } from "./message";
import { notify } from "./notify";
import { ownSeats } from "./presence";
import { getJson, Refused } from "./server";
import { say } from "./words";

export interface Seat {
  seat: number;
  name: string;
  state: "own" | "taken" | "free" | "bot";
  until: number | null;
  vacant: boolean;
  stood_in: boolean;
}

export const seatsAt = `/api/matches/${match}/seats`;
let before: Seat[] | null = null;

/** What differs, in words. */
function news(now: Seat[]): string[] {
  return now.flatMap((seat) => {
    const old = before?.find((one) => one.seat === seat.seat);
    if (!old || (old.state === seat.state && old.name === seat.name)) return [];
    if (seat.state === "free") return [say("seatLeft", { name: old.name })];
    if (seat.state !== "taken") return [];
    return [say(old.name === seat.name ? "hasJoined" : "hasJoinedAs", { name: seat.name, old: old.name })];
  });
}

/** As long as somebody is still to come, everybody at the table can see who, and get at the links. */
function tellFree(now: Seat[]): void {
  const free = now.filter((seat) => seat.state === "free");
  const known = find("#waiting-room");
  if (free.length === 0) {
    known?.remove();
    return;
  }
  const text = say("awaited", { names: free.map((seat) => seat.name).join(", ") });
  const line = known ?? make("p", { id: "waiting-room", class: "notice", role: "note" });
  refill(line, `${text} `, make("button", { type: "button", class: "link", "data-open": "share" }, say("showLinks")));
  if (!known) find("#table")?.before(line);
}

/** Look who has which seat, and say what has changed. */
export async function meet(): Promise<Seat[]> {
  let now: Seat[];
  try {
    now = (await getJson<{ seats: Seat[] }>(seatsAt)).seats;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return []; // a spectator, or out of reach
  }
  const said = news(now).join(" ");
  before = now;
  ownSeats(now.filter((seat) => seat.state === "own").map((seat) => seat.seat));
  tellFree(now);
  if (said) {
    show({ text: said, mild: true });
    announce(said);
    notify(say("notifyTable"), said, `seats ${match}`);
  }
  return now;
}
