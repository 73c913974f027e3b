// What the page tells the scripts of an 18xx table, and questions to the server that change nothing.

import type { Action } from "../board";
import { match } from "../board";
import { amount } from "../money";
import { postForJson } from "../server";

/** Hex and end: 0 to 5 are edges, 6 and up stops. */
export type Step = [string, number];
export type Route = Step[];

export interface RunData {
  kind: string;
  seat: number;
  company: string;
  trains: string[];
  /** By train whether it passes all stops between its ends. */
  express: boolean[];
  /** What calls at some hexes earn besides, by how many there are; the last amount holds on. */
  bonus: { hexes: string[]; amounts: number[] };
  /** What a route earns for each of some hexes that it passes or calls in. */
  passing: { hexes: string[]; amount: number };
  /** The company's own home marker on track: an end of its hex beside the stops. */
  herald: Step | null;
  best: Route[];
  /** What the best run earns, and what its mail brings to the treasury. */
  earns: number;
  post: number;
  /** Whether one train carries mail. */
  mail: boolean;
  near: Record<string, string[]>;
  worth: Record<string, [string, number][]>;
}

export interface RailData {
  seat: number | null;
  company: string;
  /** The sign of money. */
  currency: string;
  /** By hex: tile, rotation, kind of action, private company or "". */
  lays: Record<string, [string, number, string, string][]>;
  /** By hex: stop, kind of action, and whether there is a city at all. */
  stops: Record<string, [number, string, boolean][]>;
  /** By tile and rotation: colour and drawing. */
  faces: Record<string, [string, string]>;
  left: Record<string, number | string>;
  /** What hexes on which something can be built are called. */
  names: Record<string, string>;
  /** Whether track is laid now, so that a hex can be asked about on which none may be. */
  why: boolean;
  /** All tiles with their colours. */
  tiles: [string, string][];
  run: RunData | null;
}

export interface Preview {
  cost?: number;
  cash?: number;
  reaches?: string[];
  drawing?: string;
  colour?: string;
  /** By train what a run earns. */
  sums?: number[];
  /** The number of the train that carries mail, from 1, and what that brings. */
  mail?: [number, number];
}

const NONE: RailData = {
  seat: null,
  company: "",
  currency: "",
  lays: {},
  stops: {},
  faces: {},
  left: {},
  names: {},
  why: false,
  tiles: [],
  run: null,
};
let text = "";
let known: RailData = NONE;

/** The data of the page as it stands. */
export function data(): RailData {
  const now = document.getElementById("rail-data")?.textContent ?? "";
  if (now !== text) {
    text = now;
    known = now ? (JSON.parse(now) as RailData) : NONE;
  }
  return known;
}

/** The action that lays a tile so, and the one that places a station. */
export const layOf = (hex: string, [tile, rotation, kind, owner]: [string, number, string, string]): Action => ({
  seat: data().seat ?? -1,
  kind,
  args: owner ? [owner, hex, tile, rotation] : [hex, tile, rotation],
});

export const stationOf = (hex: string, stop: number, kind: string): Action => ({
  seat: data().seat ?? -1,
  kind,
  args: [hex, stop],
});

/** An amount in the currency of the title. */
export const money = (size: number): string => amount(data().currency, size);

/** What would come of an action; raises Refused with the rule that forbids it. */
export async function check(action: Action): Promise<Preview> {
  const answer = await postForJson<{ preview: Preview }>(`/api/matches/${match}/check`, { action });
  return answer.preview;
}

export const hexOf = (id: string): SVGGElement | null => document.querySelector<SVGGElement>(`#hex-${id}`);
