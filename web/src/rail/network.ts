// The track on the page as a graph: which ways lead from stop to stop.

import type { Route, RunData, Step } from "./data";
import { hexOf } from "./data";

const STOP = 6;
const FAR = 40;

/** The track printed on a hex, each piece by its two ends, the lower one first. */
function tracks(hex: string): [number, number][] {
  return [...(hexOf(hex)?.querySelectorAll("path[data-p]") ?? [])].map((path) => {
    const [a = -1, b = -1] = (path.getAttribute("data-p") ?? "").split("-").map(Number);
    return [a, b];
  });
}

const isHerald = (run: RunData, [hex, end]: Step): boolean => run.herald?.[0] === hex && run.herald[1] === end;

/** The edge by which a route came into the hex of its last step, if it came by one. */
function entered(route: Route): number | undefined {
  const before = route[route.length - 2];
  return before && before[1] < STOP ? (before[1] + 3) % 6 : undefined;
}

/** The ends that can be reached from an end of a hex; from a herald only along the track on which a train came to it. */
function onward(run: RunData, hex: string, end: number, came: number | undefined): number[] {
  const through = tracks(hex).filter(([, b]) => b < STOP);
  if (isHerald(run, [hex, end]))
    return through
      .filter((ends) => came === undefined || ends.includes(came))
      .flat()
      .filter((to) => to !== came);
  const found = tracks(hex).flatMap(([a, b]) => (a === end ? [b] : b === end ? [a] : []));
  if (run.herald?.[0] === hex && through.some((ends) => ends.includes(end))) found.push(run.herald[1]);
  return [...new Set(found)];
}

/** A piece of track of a route: hex and path, and the edge from which only half of it is used. */
export type Piece = [hex: string, path: string, half?: number];

/** The pieces of track of a route, for drawing and for telling what is used. A herald lies on the track that passes it. */
export function pieces(run: RunData, route: Route): Piece[] {
  const found: Piece[] = [];
  for (let at = 1; at < route.length; at++) {
    const [from, to, next] = [route[at - 1] as Step, route[at] as Step, route[at + 1]];
    const start = from[1] >= STOP ? from[1] : (from[1] + 3) % 6;
    const piece = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`);
    if (isHerald(run, to) && next) continue;
    if (isHerald(run, to)) found.push(halfway(to[0], start));
    else if (isHerald(run, from)) {
      const came = entered(route.slice(0, at));
      found.push(came === undefined ? halfway(to[0], to[1]) : [to[0], piece(came, to[1])]);
    } else found.push([to[0], piece(start, to[1])]);
  }
  return found;
}

function halfway(hex: string, edge: number): Piece {
  const [a, b] = tracks(hex).find((ends) => ends[1] < STOP && ends.includes(edge)) ?? [edge, edge];
  return [hex, `${a}-${b}`, edge];
}

/** All ways from the end of a route to the next stops, shortest first; a way passes no stop and uses no track twice. */
function legs(run: RunData, route: Route, used: ReadonlySet<string>): Route[] {
  const found: Route[] = [];
  const from = route[route.length - 1];
  if (!from) return [];
  const came = entered(route);
  const queue: { hex: string; end: number; way: Route; seen: Set<string> }[] = [
    { hex: from[0], end: from[1], way: [], seen: new Set(used) },
  ];
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const to of onward(run, next.hex, next.end, came)) {
      const piece = `${next.hex} ${Math.min(next.end, to)}-${Math.max(next.end, to)}`;
      if (next.seen.has(piece) || next.way.length > FAR) continue;
      const way: Route = [...next.way, [next.hex, to]];
      if (to >= STOP) {
        found.push(way);
        continue;
      }
      const other = run.near[next.hex]?.[to];
      if (!other || !hexOf(other)) continue;
      queue.push({ hex: other, end: (to + 3) % 6, way, seen: new Set([...next.seen, piece]) });
    }
  }
  return found;
}

/** All ways to go on to a hex, the one with the fewest stops first. */
export function waysTo(run: RunData, route: Route, hex: string, most = 6): Route[] {
  const used = new Set(pieces(run, route).map(([where, piece]) => `${where} ${piece}`));
  const visited = new Set(route.filter(([, end]) => end >= STOP).map(String));
  if (route.length === 0) return [];
  const found: Route[] = [];
  let front: Route[] = [[]];
  for (let stops = 0; stops < most && found.length === 0 && front.length > 0 && front.length < 400; stops++) {
    const further: Route[] = [];
    for (const way of front) {
      const sofar = [...route, ...way];
      const taken = new Set([...used, ...pieces(run, sofar).map(([where, piece]) => `${where} ${piece}`)]);
      const calls = new Set([...visited, ...way.filter(([, end]) => end >= STOP).map(String)]);
      for (const leg of legs(run, sofar, taken)) {
        const end = leg[leg.length - 1] as Step;
        if (calls.has(String(end))) continue;
        (end[0] === hex ? found : further).push([...way, ...leg]);
      }
    }
    front = further;
  }
  return found.sort((a, b) => a.length - b.length);
}

/** The same route told from its other end. */
export function turned(run: RunData, route: Route): Route {
  return route
    .map(([hex, end]): Step => (end >= STOP ? [hex, end] : [run.near[hex]?.[end] ?? hex, (end + 3) % 6]))
    .reverse();
}

export const calls = (route: Route): Step[] => route.filter(([, end]) => end >= STOP);
