// The frame of a table: stages that share the middle, tabs that share the dock, and on a phone one part at a time.

import { all, find, on } from "./dom";
import { announce } from "./message";
import { always } from "./morph";

const PIN = "stellwerk.pin";
/** The stage that stays whatever is decided, by match. */
let pinned = sessionStorage.getItem(key()) ?? "";
/** The stage that was asked for while another one fits, until something else is decided. */
let asked = "";
let fit = "";
/** What was chosen in the dock; "" is its first tab. */
let lookup = "";
/** What a phone shows: "stage", "side" or "lookup". */
let view = "stage";

function key(): string {
  return `${PIN}.${document.body.dataset["match"] ?? ""}`;
}

const names = (attribute: string, of: string): string[] => all(of).map((part) => part.dataset[attribute] ?? "");

/** The stage in the middle: pinned, asked for, or the one that fits. */
function stage(): string {
  const there = names("stage", "[data-stage]");
  return [pinned, asked, fit].find((name) => name !== "" && there.includes(name)) ?? there[0] ?? "";
}

function look(): string {
  const there = names("lookup", "[data-lookup]");
  return there.includes(lookup) ? lookup : (there[0] ?? "");
}

function press(attribute: string, chosen: string): void {
  for (const button of all(`button[data-${attribute}]`))
    button.setAttribute("aria-pressed", String(button.dataset[attribute] === chosen));
}

/** Show what is chosen; the server only says which stage fits. */
function paint(): void {
  const table = find("#table");
  if (!table) return;
  const now = table.dataset["fit"] ?? "";
  if (now !== fit) [fit, asked] = [now, ""];
  const [shown, open] = [stage(), look()];
  for (const part of all("[data-stage]")) part.classList.toggle("tab-hidden", part.dataset["stage"] !== shown);
  for (const part of all("[data-lookup]")) part.classList.toggle("tab-hidden", part.dataset["lookup"] !== open);
  table.dataset["view"] = view;
  table.dataset["shown"] = shown;
  press("show", shown);
  press("look", open);
  press("tab", view === "stage" ? shown : view === "side" ? "side" : open);
  find("#pin")?.setAttribute("aria-pressed", String(pinned !== ""));
}

/** Bring a stage to the middle until something else is decided; one that is pinned gives way to it. */
export function showStage(name: string): void {
  if (pinned && pinned !== name) pin("");
  asked = name === fit ? "" : name;
  view = "stage";
  paint();
}

function pin(name: string): void {
  pinned = name;
  if (name) sessionStorage.setItem(key(), name);
  else sessionStorage.removeItem(key());
}

function showLookup(name: string): void {
  lookup = name;
  view = "lookup";
  paint();
}

/** Back to where the decision is, as after an action. */
export function toDecision(): void {
  view = "stage";
  paint();
}

/** Into the tab of the dock that is open. */
export function toLookup(): boolean {
  const name = look();
  const part = find(`[data-lookup="${name}"]`);
  if (!part) return false;
  showLookup(name);
  part.focus();
  return true;
}

/** To the next of some things, round and round; nothing where there is but one. */
function next(all: string[], now: string): string | null {
  return all.length > 1 ? (all[(all.indexOf(now) + 1) % all.length] ?? null) : null;
}

export function nextStage(): boolean {
  const name = next(names("stage", "[data-stage]"), stage());
  if (name) showStage(name);
  if (name) announce(find(`#show-${name}`)?.textContent ?? "");
  return name !== null;
}

export function nextLookup(): boolean {
  const name = next(names("lookup", "[data-lookup]"), look());
  if (name) showLookup(name);
  if (name) announce(find(`#look-${name}`)?.textContent ?? "");
  return name !== null;
}

export function startCockpit(): void {
  always(paint);
  on("click", "button[data-show]", (button) => showStage(button.dataset["show"] ?? ""));
  on("click", "[data-look]", (button) => showLookup(button.dataset["look"] ?? ""));
  on("click", "[data-pin]", () => {
    pin(pinned ? "" : stage());
    paint();
  });
  on("click", "[data-tab]", (button) => {
    const name = button.dataset["tab"] ?? "";
    if (name === "side") view = "side";
    else if (names("stage", "[data-stage]").includes(name)) return showStage(name);
    else return showLookup(name);
    paint();
  });
}
