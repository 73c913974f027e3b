// What an event changed is shown: pieces move, sums rise, and who wants to hears it. The page itself is at its end at
// once; whatever comes next interrupts what is still to be seen.

import { find, numeric } from "../dom";
import { around } from "../morph";
import { clearGlass } from "./layer";
import { movePieces, type Stir, seePieces, settlePieces } from "./pieces";
import { hearSound, type Sound } from "./sound";
import { type Change, changeSums, seeSums, settleSums } from "./sums";
import { moving } from "./wishes";

/** Milliseconds: what follows this quickly is not shown moving, but at its end. */
const RUSH = 150;
/** So many moves at most are shown in one. */
const FEW = 6;

interface Moment {
  ply: number;
  mine: boolean;
  over: boolean;
}

let last = 0;
let stirred = false;

/** Whether there was anything to be seen of the last event. */
export const wasStirred = (): boolean => stirred;

function moment(): Moment {
  const table = find("#table");
  return {
    ply: numeric(table, "data-ply"),
    mine: table?.hasAttribute("data-mine") ?? false,
    over: table?.hasAttribute("data-over") ?? false,
  };
}

/** The sound of an event: that the match is over or it is one's turn before all others. */
function soundOf(was: Moment, now: Moment, { came, moved }: Stir, changes: Change[]): Sound | null {
  const own = find("#table")?.dataset["seat"] ?? "";
  if (now.over && !was.over) return "over";
  if (now.mine && !was.mine) return "turn";
  if (now.ply === was.ply) return null;
  if (changes.some(({ name }) => name.includes("|share:")) || moved.includes("price")) return "sale";
  if (came.length > 0 || moved.length > 0) return "piece";
  return own && changes.some(({ name, by }) => name.endsWith(`|cash:${own}`) && by > 0) ? "money" : null;
}

export function startMotion(): void {
  around(() => {
    const [pieces, sums, was] = [seePieces(), seeSums(), moment()];
    settlePieces();
    settleSums();
    const rush = performance.now() - last < RUSH;
    return () => {
      last = performance.now();
      const now = moment();
      const still = rush || !moving() || Math.abs(now.ply - was.ply) > FEW;
      clearGlass();
      const stir = movePieces(pieces, still);
      const changes = changeSums(sums, still);
      stirred = stir.came.length + stir.moved.length + changes.length > 0;
      const sound = soundOf(was, now, stir, changes);
      if (sound) hearSound(sound);
    };
  });
}
