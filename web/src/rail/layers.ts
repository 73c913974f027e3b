// What the map shows on demand: one layer at a time, and hexes outside it that stand back.

import { all, find } from "../dom";
import { always } from "../morph";

const SETTING = "stellwerk.layer";
let chosen = sessionStorage.getItem(SETTING) ?? "";

/** Show the chosen layer; one that the page does not have now waits until it has it again. */
function paint(): void {
  const select = find<HTMLSelectElement>("#map-layer");
  if (!select) return;
  const layer = all<SVGGElement & HTMLElement>(".layer").find((some) => some.dataset["layer"] === chosen) ?? null;
  select.value = layer ? chosen : "";
  for (const some of all<SVGGElement & HTMLElement>(".layer")) some.classList.toggle("on", some === layer);
  const inside = new Set((layer?.dataset["inside"] ?? "").split(" ").filter(Boolean));
  for (const hex of all<SVGGElement & HTMLElement>(".hx"))
    hex.classList.toggle("beyond", inside.size > 0 && !inside.has(hex.dataset["hex"] ?? ""));
}

export function startLayers(): void {
  always(paint);
  document.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLSelectElement) || event.target.id !== "map-layer") return;
    chosen = event.target.value;
    sessionStorage.setItem(SETTING, chosen);
    paint();
  });
}
