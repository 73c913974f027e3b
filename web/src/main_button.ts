// The banner of a table stays in view: what was chosen elsewhere is confirmed there too, and its buttons lead to choices.

import { showStage, toDecision } from "./cockpit";
import { all, find, on } from "./dom";
import { always } from "./morph";

/** What would be confirmed now: the tile that is planned, the offer whose effects are shown, or a sum that is asked for. */
function pending(): HTMLElement | null {
  return (
    find("#dock:not([hidden]) #dock-do") ??
    find("[data-picker] [data-when]:not([hidden]) button[data-choice]") ??
    find("[data-pending]")
  );
}

/** The confirmation of what was chosen, as the one bright button of the banner. */
export function mirror(): void {
  const button = find<HTMLButtonElement>("#do-chosen");
  if (!button) return;
  const source = pending();
  button.hidden = source === null;
  if (source) button.textContent = source.textContent;
  button.closest(".banner")?.classList.toggle("choosing", source !== null);
}

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

/** Go to where something is chosen, and into its first field. */
function go(where: string): void {
  const place = find(where);
  const field = place && first(place);
  if (!field) return;
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  uncover(field);
  field.scrollIntoView({ block: "nearest" });
  field.focus({ preventScroll: true });
}

export function startMainButton(toMap: () => void): void {
  always(mirror);
  on("click", "#do-chosen", () => pending()?.click());
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
