// The track on the page as a graph: which ways lead from stop to stop.

import type { Route, RunData, Step } from "./data";
import { hexOf } from "./data";

const STOP = 6;
const FAR = 40;

/** The ends that can be reached from an end of a hex. */
function onward(hex: string, end: number): number[] {
  const found: number[] = [];
  for (const path of hexOf(hex)?.querySelectorAll("path[data-p]") ?? []) {
    const [a = -1, b = -1] = (path.getAttribute("data-p") ?? "").split("-").map(Number);
    if (a === end) found.push(b);
    if (b === end) found.push(a);
  }
  return [...new Set(found)];
}

/** The pieces of track of a route, each as hex and path, for drawing and for telling what is used. */
export function pieces(route: Route): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 1; at < route.length; at++) {
    const [from, to] = [route[at - 1] as Step, route[at] as Step];
    const start = from[1] >= STOP ? from[1] : (from[1] + 3) % 6;
    found.push([to[0], start < to[1] ? `${start}-${to[1]}` : `${to[1]}-${start}`]);
  }
  return found;
}

/** All ways from the end of a route to the next stops, shortest first; a way passes no stop and uses no track twice. */
function legs(run: RunData, from: Step, used: ReadonlySet<string>): Route[] {
  const found: Route[] = [];
  const queue: { hex: string; end: number; way: Route; seen: Set<string> }[] = [
    { hex: from[0], end: from[1], way: [], seen: new Set(used) },
  ];
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const to of onward(next.hex, next.end)) {
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
  const used = new Set(pieces(route).map(([where, piece]) => `${where} ${piece}`));
  const visited = new Set(route.filter(([, end]) => end >= STOP).map(String));
  const last = route[route.length - 1];
  if (!last) return [];
  const found: Route[] = [];
  let front: Route[] = [[]];
  for (let stops = 0; stops < most && found.length === 0 && front.length > 0 && front.length < 400; stops++) {
    const further: Route[] = [];
    for (const way of front) {
      const taken = new Set([...used, ...pieces([last, ...way]).map(([where, piece]) => `${where} ${piece}`)]);
      const calls = new Set([...visited, ...way.filter(([, end]) => end >= STOP).map(String)]);
      for (const leg of legs(run, way[way.length - 1] ?? last, taken)) {
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
