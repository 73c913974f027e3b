// Buttons of the banner that lead to where something is chosen.

import { showStage, toDecision } from "./cockpit";
import { all, find, on } from "./dom";

/** What stands together with a field to which the banner leads: a row of chips, a form, a fold, a table. */
const SURROUNDS = "table.grid, .chips, fieldset, details, form";

/** Show the stage on which something stands, where it stands on one. */
function uncover(place: Element): void {
  const stage = place.closest<HTMLElement>("[data-stage]")?.dataset["stage"];
  if (stage) showStage(stage);
}

/** Choose an offer without sending it: its effects are shown, and the banner confirms it. */
function offer(id: string): void {
  const radio = document.getElementById(`offer-${id}`);
  if (radio) uncover(radio);
  radio?.click();
  radio?.focus({ preventScroll: true });
}

/** The first field of a place; a form's may stand elsewhere on the page. */
function first(place: HTMLElement): HTMLElement | null {
  if (place.matches("button, input")) return place;
  const own = place instanceof HTMLFormElement ? place.elements[0] : null;
  return own instanceof HTMLElement ? own : find("input:not([type=range]), select, button", place);
}

/** Go to where something is chosen, and into its first field; what stands together with it is outlined. */
function go(where: string): void {
  const place = find(where);
  const field = place && first(place);
  if (!field) return;
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  uncover(field);
  const shown = field.closest<HTMLElement>(SURROUNDS) ?? field;
  shown.scrollIntoView({ block: "nearest" });
  field.focus({ preventScroll: true });
  outline(shown);
}

/** Outline where the banner has led, until something is done there or elsewhere. */
function outline(shown: HTMLElement | null): void {
  for (const old of all(".led")) old.classList.remove("led");
  shown?.classList.add("led");
}

export function startMainButton(toMap: () => void): void {
  for (const type of ["pointerdown", "keydown"] as const)
    document.addEventListener(type, () => outline(null), { capture: true });
  on("click", "[data-offer]", (button) => offer(button.dataset["offer"] ?? ""));
  on("click", "[data-go]", (button) => (button.dataset["go"] === "map" ? toMap() : go(button.dataset["go"] ?? "")));
}

/** What is asked next is in view: nobody is left far below or at another part after a click. */
export function backToTop(): void {
  const table = find("#table");
  if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView({ block: "start" });
  for (const open of all<HTMLElement>("#decided")) open.scrollTop = 0;
  toDecision();
}
