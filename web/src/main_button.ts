// The banner of a table stays in view: what was chosen elsewhere is confirmed there too, and its buttons lead to choices.

import { all, find, on } from "./dom";
import { always } from "./morph";

/** What would be confirmed now: the tile that is planned, or the offer whose effects are shown. */
function pending(): HTMLElement | null {
  return find("#dock:not([hidden]) #dock-do") ?? find("[data-picker] [data-when]:not([hidden]) button[data-choice]");
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

/** Choose an offer without sending it: its effects are shown, and the banner confirms it. */
function offer(id: string): void {
  const radio = document.getElementById(`offer-${id}`);
  radio?.click();
  radio?.focus({ preventScroll: true });
}

/** Go to where something is chosen, and into its first field. */
function go(where: string): void {
  const place = find(where);
  const field = place?.matches("button, input")
    ? place
    : place && find("input:not([type=range]), select, button", place);
  if (!place || !field) return;
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  place.scrollIntoView({ block: "nearest" });
  field.focus({ preventScroll: true });
}

/** How high the banner is: what stays below it, and what is scrolled to, keeps clear of it. */
function measure(): void {
  const banner = document.getElementById("part-actions");
  const high = banner && getComputedStyle(banner).position === "sticky" ? banner.offsetHeight : 0;
  document.documentElement.style.setProperty("--banner", `${high}px`);
}

export function startMainButton(toMap: () => void): void {
  always(mirror);
  always(measure);
  addEventListener("resize", measure);
  on("click", "#do-chosen", () => pending()?.click());
  on("click", "[data-offer]", (button) => offer(button.dataset["offer"] ?? ""));
  on("click", "[data-go]", (button) => (button.dataset["go"] === "map" ? toMap() : go(button.dataset["go"] ?? "")));
}

/** What is asked next stands at the top of the table: nobody is left far below after a click. */
export function backToTop(): void {
  const table = find("#table");
  if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView({ block: "start" });
  for (const open of all<HTMLElement>("#part-now")) open.scrollTop = 0;
}
