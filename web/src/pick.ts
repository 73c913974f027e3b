// The colour that is chosen: it decides which spaces of the map are marked and what a click there means.

import { mine, table } from "./board";
import { all, find, on } from "./dom";
import { announce } from "./message";
import { always } from "./morph";
import { say } from "./words";

let chosen = "";

export const picked = (): string => table()?.dataset["forced"] || chosen;

export function pick(colour: string): void {
  chosen = chosen === colour ? "" : colour;
  paint();
  const card = find(`.company[data-pick="${chosen}"]`);
  if (card) announce(say("chosen", { name: card.dataset["name"] ?? "" }));
}

/** Let go of the colour; tells whether there was one. */
export function unpick(): boolean {
  if (!chosen || table()?.dataset["forced"]) return false;
  chosen = "";
  paint();
  return true;
}

function paint(): void {
  const colour = picked();
  ask(colour);
  for (const card of all(".company")) {
    card.setAttribute("aria-pressed", String(card.dataset["pick"] === colour));
  }
  for (const option of all(".opt")) option.classList.toggle("on", option.dataset["pick"] === colour);
  find(".map")?.classList.toggle("dimmed", colour !== "");
  for (const piece of all(".over .rail, .over .casing, .over .loco"))
    piece.classList.toggle("lit", piece.classList.contains(`co-${colour}`));
}

/** The advice asks for what is missing: first a colour, then a space for it. */
function ask(colour: string): void {
  const advice = find("#advice");
  if (!advice || table()?.dataset["forced"]) return;
  const card = colour && mine() ? find(`.company[data-pick="${colour}"]`) : null;
  if (!card && advice.dataset["asked"] === undefined) return;
  advice.dataset["asked"] ??= advice.textContent ?? "";
  advice.textContent = card ? say("buildNow", { name: card.dataset["name"] ?? "" }) : advice.dataset["asked"];
}

export function startPick(): void {
  let turn = mine();
  always(() => {
    // A turn that is over takes its colour along; the next one begins with a free choice.
    if (turn && !mine()) chosen = "";
    turn = mine();
    paint();
  });
  on("click", ".company", (card) => pick(card.dataset["pick"] ?? ""));
}
