// Runs: the best one drawn on the map, or one drawn by hand, with its sum and the rule it breaks.

import type { Action } from "../board";
import { all, find, make, on } from "../dom";
import { rescue } from "../focus";
import { announce, show } from "../message";
import { always } from "../morph";
import { choosePlace, putOffer } from "../offer_buttons";
import { Refused } from "../server";
import { say } from "../words";
import type { Route, RunData, Step } from "./data";
import { check, data, hexOf, money } from "./data";
import type { Piece } from "./network";
import { calls, pieces, turned, waysTo } from "./network";

const SVG = "http://www.w3.org/2000/svg";
const STOP = 6;
/** The name of the drawn run among the places of offers. */
const RUN = "run";
let drawn: Route[] | null = null;
let train = 0;
let ways: Route[] = [];
let way = 0;
let before: Route = [];
let source = "";
let asked = 0;

export const drawing = (): boolean => drawn !== null && data().run !== null;

/** The stops that count for a train. */
function counted(index: number, route: Route): Step[] {
  const all = calls(route);
  return data().run?.express[index] && all.length > 2 ? [all[0] as Step, all[all.length - 1] as Step] : all;
}

function paint(run: RunData | null, routes: Route[]): void {
  const layer = document.getElementById("routes-layer");
  if (!layer) return;
  if (!run) {
    layer.replaceChildren();
    return;
  }
  const parts: Element[] = [];
  routes.forEach((route, index) => {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `run r${index % 6}${drawn && index === train ? " current" : ""}`);
    for (const css of ["under", "line"]) {
      for (const piece of pieces(run, route)) group.append(stroke(piece, css));
    }
    const rung = new Set(counted(index, route).map(String));
    for (const stop of calls(route)) group.append(call(stop[0], stop[1], rung.has(String(stop))));
    parts.push(group);
  });
  layer.replaceChildren(...parts);
}

function stroke([hex, piece, half]: Piece, css: string): Element {
  const path = document.createElementNS(SVG, "path");
  const lying = hexOf(hex);
  path.setAttribute("class", css);
  path.setAttribute("d", lying?.querySelector(`path[data-p="${piece}"]`)?.getAttribute("d") ?? "");
  path.setAttribute("transform", lying?.getAttribute("transform") ?? "");
  if (half !== undefined) {
    // The line goes from the lower edge to the higher one.
    path.setAttribute("pathLength", "1");
    path.setAttribute("stroke-dasharray", ".5 1");
    if (!piece.startsWith(`${half}-`)) path.setAttribute("stroke-dashoffset", "-.5");
  }
  return path;
}

/** A stop on a route: drawn again above the line, with rings in the colour of the train where it counts. */
function call(hex: string, end: number, counts: boolean): Element {
  const lying = hexOf(hex);
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", lying?.getAttribute("transform") ?? "");
  const written = document.querySelectorAll(`[data-for="${hex}"] :is(.marker, .worth, .name, .levels)`);
  for (const part of [...(lying?.querySelectorAll(".city, .town") ?? []), ...written])
    group.append(part.cloneNode(true));
  if (!counts) return group;
  const stop = lying?.querySelector(`[data-stop="${end - STOP}"]`);
  // A home marker on track has no stop below it: it is rung itself.
  const herald = document.querySelectorAll(`[data-for="${hex}"] .marker.beside .disc`);
  const slots = stop?.querySelectorAll(".slot, circle:not(.slot)") ?? herald;
  for (const slot of slots) {
    const ring = document.createElementNS(SVG, "circle");
    for (const name of ["cx", "cy"]) ring.setAttribute(name, slot.getAttribute(name) ?? "0");
    ring.setAttribute("r", String(Number(slot.getAttribute("r")) + 1.6));
    ring.setAttribute("class", "call");
    group.append(ring);
  }
  const bar = stop?.querySelector("rect");
  if (stop && bar) {
    const ring = bar.cloneNode() as Element;
    ring.setAttribute("class", "call");
    ring.setAttribute("transform", stop.getAttribute("transform") ?? "");
    group.append(ring);
  }
  return group;
}

const places = (run: RunData, index: number, route: Route): string =>
  counted(index, route)
    .map(([hex, end]) => run.worth[hex]?.[end - STOP]?.[0] ?? hex)
    .filter(Boolean)
    .join(" – ");

function sum(run: RunData, index: number, route: Route): number {
  const stops = counted(index, route);
  const besides = run.express[index] ? 0 : extra(run, stops, route);
  return stops.reduce((total, [hex, end]) => total + (run.worth[hex]?.[end - STOP]?.[1] ?? 0), besides);
}

/** What all routes earn that are drawn, as far as this page can tell. */
const wholeSum = (run: RunData): number =>
  drawn?.reduce((all, route, index) => all + sum(run, index, route), 0) ?? run.earns;

function writeTotal(earns: number): void {
  const total = find("#run-sum");
  if (total) total.textContent = money(earns);
}

/** What calls at marked hexes earn together, and each hex that is passed. */
function extra(run: RunData, stops: Step[], route: Route): number {
  const { hexes, amounts } = run.bonus;
  const marked = stops.filter(([hex]) => hexes.includes(hex)).length;
  const passed = new Set(route.map(([hex]) => hex).filter((hex) => run.passing.hexes.includes(hex)));
  return (amounts[Math.min(marked, amounts.length - 1)] ?? 0) + passed.size * run.passing.amount;
}

function redraw(): void {
  const run = data().run;
  if (!run) {
    paint(null, []);
    offer();
    return;
  }
  const routes = drawn ?? run.best;
  paint(run, routes);
  for (const [id, shown] of [
    ["run-draw", !drawn],
    ["run-clear", !!drawn],
    ["run-back", !!drawn],
  ] as const) {
    const button = document.getElementById(id);
    if (button) button.hidden = !shown;
  }
  // What belongs to the best run gives way to what belongs to the drawn one, in the banner too.
  for (const button of all("[data-run]")) button.hidden = (button.dataset["run"] === "own") !== (drawn !== null);
  find("#routes")?.classList.toggle("drawing", drawn !== null);
  routes.forEach((route, index) => {
    const line = find(`#routes [data-train="${index}"]`);
    if (!line) return;
    const [stops, worth] = [find(".stops", line), find(".sum", line)];
    find(".pickroute", line)?.setAttribute("aria-pressed", String(drawn !== null && index === train));
    if (stops)
      stops.textContent = drawn ? places(run, index, route) || say("clickStops") : (stops.dataset["best"] ?? "");
    if (worth) worth.textContent = drawn ? money(sum(run, index, route)) : (worth.dataset["best"] ?? "");
  });
  writeTotal(drawn ? wholeSum(run) : run.earns);
  const note = find("#run-note");
  if (note) note.hidden = drawn !== null;
  const whole = find("#run-all");
  if (whole) whole.hidden = drawn === null;
  if (drawn) return;
  offer();
  fault("", null);
  const mail = find("#run-mail");
  if (mail) post([Number(mail.dataset["train"]), Number(mail.dataset["best"])]);
}

function fault(text: string, rule: string | null): void {
  const line = find("#run-fault");
  if (!line) return;
  const focused = line.contains(document.activeElement);
  const known = find<HTMLAnchorElement>("a", line);
  const link = rule ? (known ?? make("a", { target: "_blank" })) : null;
  // A link that stays keeps the focus.
  for (const part of [...line.childNodes]) if (part !== link) part.remove();
  line.prepend(text, rule ? " " : "");
  line.hidden = text === "";
  if (link && rule) {
    if (link !== known) line.append(link);
    link.href = `/rules/${document.body.dataset["game"] ?? ""}#${rule}`;
    link.textContent = say("rule", { rule });
  }
  if (focused) rescue();
}

/** What is known of the drawn run: its sum, its mail, whether the server has found it legal, and what is wrong else. */
let judged = { sum: 0, mail: 0, legal: false, fault: "" };

function own(): Action | null {
  const run = data().run;
  return run && drawn ? { seat: run.seat, kind: run.kind, args: [drawn] } : null;
}

const earned = (run: RunData, sum: number, mail: number): string =>
  run.mail ? say("runMail", { run: money(sum), mail: money(mail) }) : money(sum);

/** Offer the run as it is drawn: with its sum, and the best one beside it where that earns more, which is asked about. */
function offer(): void {
  const [run, action] = [data().run, own()];
  if (!run || !drawn || !action) return putOffer(RUN, null);
  const { sum, mail, legal, fault } = judged;
  const empty = drawn.every((route) => route.length === 0);
  const text = empty ? say("clickStops") : fault;
  const sent = legal && !empty ? { action } : { action: null, explain: () => text && show({ text, mild: true }) };
  const says = say("runDrawn", { sum: earned(run, sum, mail) });
  const less = run.earns + run.post - sum - mail;
  if (less <= 0 || sum > run.earns) return putOffer(RUN, { says, ...sent });
  putOffer(RUN, {
    says: say("runLess", { run: says, best: earned(run, run.earns, run.post) }),
    asks: say("runSure", { sum: earned(run, sum, mail), less: money(less) }),
    ...sent,
  });
}

/** Ask the server whether the drawn run is legal; only the latest answer counts. */
async function judge(): Promise<void> {
  const wish = own();
  if (!wish) return;
  const mine = ++asked;
  const run = data().run;
  judged = { sum: run ? wholeSum(run) : 0, mail: 0, legal: false, fault: "" };
  offer();
  try {
    const { sums, mail } = await check(wish);
    if (mine !== asked) return;
    if (sums) tally(sums);
    post(mail ?? [0, 0]);
    judged = {
      sum: sums?.reduce((all, worth) => all + worth, 0) ?? judged.sum,
      mail: mail?.[1] ?? 0,
      legal: true,
      fault: "",
    };
    offer();
    fault("", null);
    announce(say("legalRun", { sum: money(judged.sum) }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine !== asked) return;
    post([0, 0]);
    fault(error.text, error.rule);
    judged.fault = error.text;
    offer();
  }
}

/** Write down what the server says that a legal run earns. */
function tally(sums: number[]): void {
  for (const [index, worth] of sums.entries()) {
    const cell = find(`#routes [data-train="${index}"] .sum`);
    if (cell) cell.textContent = money(worth);
  }
  writeTotal(sums.reduce((all, worth) => all + worth, 0));
}

/** Mark the train that carries mail, and write down what that brings. */
function post([carrier, amount]: [number, number]): void {
  const cell = find("#run-mail");
  if (cell) cell.textContent = money(amount);
  all("#routes .post").forEach((mark, index) => {
    mark.hidden = index + 1 !== carrier;
  });
}

function changed(): void {
  redraw();
  void judge();
}

/** A hex was clicked while drawing: begin there, go on to there, or take another way. */
export function extend(hex: string, target: Element | null): void {
  const run = data().run;
  if (!run || !drawn) return;
  const stop = Number(target?.closest("[data-stop]")?.getAttribute("data-stop") ?? Number.NaN);
  const route = drawn[train] ?? [];
  const last = route[route.length - 1];
  if (route.length === 0) {
    if (run.worth[hex]) drawn[train] = [[hex, STOP + (Number.isNaN(stop) ? 0 : stop)]];
  } else if (last?.[0] === hex && route.length === 1) {
    const count = run.worth[hex]?.length ?? 1;
    drawn[train] = count > 1 && last[1] - STOP + 1 < count ? [[hex, last[1] + 1]] : [];
  } else if (last?.[0] === hex && ways.length > 1 && way + 1 < ways.length) {
    way += 1;
    drawn[train] = [...before, ...(ways[way] ?? [])];
  } else if (last?.[0] === hex) {
    back();
    return;
  } else if (run.worth[hex]) {
    goOn(run, route, hex, stop);
  } else {
    via(hex);
  }
  changed();
}

function goOn(run: RunData, route: Route, hex: string, stop: number): void {
  if (!drawn) return;
  for (const start of [route, turned(run, route)]) {
    const all = waysTo(run, start, hex);
    const exact = all.filter((one) => one[one.length - 1]?.[1] === STOP + stop);
    const found = exact.length > 0 ? exact : all;
    if (found.length > 0) {
      [before, ways, way] = [start, found, 0];
      drawn[train] = [...start, ...(found[0] ?? [])];
      return;
    }
  }
  fault(say("noWay", { hex }), null);
}

/** A hex without a stop: take the way that leads over it. */
function via(hex: string): void {
  const found = ways.findIndex((one) => one.some(([where]) => where === hex));
  if (found < 0 || !drawn) return;
  way = found;
  drawn[train] = [...before, ...(ways[found] ?? [])];
}

/** Take the last stop back. */
function back(): void {
  if (!drawn) return;
  const route = drawn[train] ?? [];
  const at = route.findLastIndex(([, end], index) => end >= STOP && index < route.length - 1);
  drawn[train] = route.slice(0, at + 1);
  [ways, way, before] = [[], 0, []];
  changed();
}

export function stopDrawing(): boolean {
  if (!drawn) return false;
  drawn = null;
  redraw();
  return true;
}

export function startRoutes(): void {
  always(() => {
    const now = document.getElementById("rail-data")?.textContent ?? "";
    if (now !== source) drawn = null;
    source = now;
    redraw();
    if (drawn) void judge();
  });
  on("click", "#run-draw", () => {
    const run = data().run;
    if (!run) return;
    drawn = run.trains.map(() => []);
    [train, ways, way] = [0, [], 0];
    changed();
    choosePlace(RUN);
    find("#run-clear")?.focus({ preventScroll: true });
    announce(say("clickStops"));
  });
  on("click", "#run-back", () => {
    stopDrawing();
    find("#run-draw")?.focus({ preventScroll: true });
  });
  on("click", "#run-clear", () => {
    if (drawn) drawn[train] = [];
    changed();
  });
  on("click", "[data-route]", (button) => {
    drawn ??= structuredClone(data().run?.best ?? []);
    train = Number(button.dataset["route"]);
    [ways, way, before] = [[], 0, []];
    changed();
    choosePlace(RUN);
  });
  document.addEventListener("keydown", (event) => {
    if (!drawn || event.key !== "Backspace") return;
    if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    back();
  });
}
