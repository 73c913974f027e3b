// Buttons of offers. A button with `data-confirms` says the offer of that place, or of the place where something was
// chosen last; a press sends the very offer that it says.

import type { Action } from "./board";
import { all, find, on } from "./dom";
import { announce } from "./message";
import { always } from "./morph";
import type { Offer } from "./offer";
import { Offers } from "./offer";

/** The name for the place where something was chosen last. */
const LATEST = "latest";

const offers = new Offers();
const said = new WeakMap<HTMLElement, { place: string; offer: Offer }>();
/** What was sent and is not answered yet: its place, and the table that it was chosen at. */
let sent: { place: string; rev: string } | null = null;
let send: (action: Action) => unknown = () => undefined;

/** The offer that a button of the server bears: its label and its choice. */
export function borne(button: HTMLElement | null): Offer | null {
  const [says, choice] = [button?.dataset["says"], button?.dataset["choice"]];
  return says && choice ? { says, action: JSON.parse(choice) as Action } : null;
}

/** Replace the offer of a place, and what all its buttons say. */
export function putOffer(place: string, offer: Offer | null): void {
  offers.put(place, offer);
  draw();
}

/** Somebody has chosen something at a place; the banner confirms it. */
export function choosePlace(place: string): void {
  offers.choose(place);
  draw();
}

/** Let go what was chosen at a place that still offers something. */
export function releasePlace(place: string): void {
  offers.release(place);
  draw();
}

/** The place where something was chosen last, "" where nothing is chosen. */
export const latestPlace = (): string => offers.latest();

/** Take away the offers of the places whose names begin so, except those that are still there. */
export function keepOffers(prefix: string, places: readonly string[]): void {
  offers.keep([...offers.places().filter((place) => !place.startsWith(prefix)), ...places]);
  draw();
}

function drawOne(button: HTMLElement): void {
  const named = button.dataset["confirms"] ?? "";
  const place = named === LATEST ? offers.latest() : named;
  const offer = offers.get(place);
  if (named === LATEST) {
    button.hidden = offer === null;
    button.closest(".banner")?.classList.toggle("choosing", offer !== null);
  }
  if (!offer) {
    said.delete(button);
    return;
  }
  said.set(button, { place, offer });
  const words = offers.words(offer);
  if (button.textContent !== words) button.textContent = words;
  // A button that cannot be pressed yet keeps the focus, which one that is disabled would lose.
  button.ariaDisabled = offer.action ? null : "true";
}

function draw(): void {
  all("[data-confirms]").forEach(drawOne);
}

const revision = (): string => find("#table")?.dataset["rev"] ?? "";

/** Send what a button says. */
async function press(button: HTMLElement): Promise<void> {
  const told = said.get(button);
  if (!told) return;
  const { place, offer } = told;
  const action = offers.pressed(offer);
  draw();
  if (!action) {
    if (offer.action) announce(offers.words(offer));
    else offer.explain?.();
    return;
  }
  sent = { place, rev: revision() };
  offer.first?.();
  await send(action);
  sent = null;
}

/** What was sent is done with as soon as the table has moved on, before the focus goes to what is asked next. */
function settle(): void {
  if (sent && sent.rev !== revision()) offers.release(sent.place);
  offers.forget();
  draw();
}

/** Listen to buttons of offers; what they send goes to the match, or to a plan that only this browser has. */
export function startOffers(by: (action: Action) => unknown): void {
  send = by;
  always(settle);
  on("click", "[data-confirms]", (button, event) => {
    // The button of a form submits it, which has the browser look at its fields. Of a double click the second one
    // would answer a question that nobody has read.
    if (button instanceof HTMLButtonElement && button.type === "submit") return;
    if (event instanceof MouseEvent && event.detail > 1) return;
    void press(button);
  });
  on("submit", "form", (form, event) => {
    const button = find("[data-confirms]", form);
    if (!button) return;
    event.preventDefault();
    void press(button);
  });
}
