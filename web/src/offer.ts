// Offers: what a button says and what a press of it sends, kept together. No script knows the one without the other.

import type { Action } from "./board";

export interface Offer {
  /** The whole label: what is done, with what, for how much. */
  says: string;
  /** What a press sends; null as long as something is missing or forbidden. */
  action: Action | null;
  /** Said in place of the label after a first press: only a second one sends. */
  asks?: string;
  /** Done just before it is sent. */
  first?: () => void;
  /** Tells what is missing, where `action` is null and a button is pressed all the same. */
  explain?: () => void;
}

const keyOf = ({ says, action }: Offer): string => JSON.stringify([says, action]);

/** The offers of a page by the place that makes them: a form, the dock of tiles, the runs. */
export class Offers {
  private readonly made = new Map<string, Offer>();
  /** The places where somebody has chosen something, the latest last. */
  private chosen: string[] = [];
  private asked = "";

  /** Replace the offer of a place; null takes it away, and what was chosen there with it. */
  put(place: string, offer: Offer | null): void {
    if (offer) this.made.set(place, offer);
    else this.made.delete(place);
    if (!offer) this.release(place);
  }

  get(place: string): Offer | null {
    return this.made.get(place) ?? null;
  }

  /** Somebody has chosen something here: this is what the banner confirms. */
  choose(place: string): void {
    this.chosen = [...this.chosen.filter((one) => one !== place), place];
  }

  /** What was chosen here is done with. */
  release(place: string): void {
    this.chosen = this.chosen.filter((one) => one !== place);
  }

  /** Take away the offers of all places but these. */
  keep(places: readonly string[]): void {
    for (const place of [...this.made.keys()]) if (!places.includes(place)) this.put(place, null);
  }

  places(): string[] {
    return [...this.made.keys()];
  }

  /** The place where something was chosen last, "" where nothing is chosen. */
  latest(): string {
    return this.chosen.filter((place) => this.made.has(place)).at(-1) ?? "";
  }

  /** The words of a button for this offer: its label, or the question after a first press. */
  words(offer: Offer): string {
    return this.asked === keyOf(offer) ? (offer.asks ?? offer.says) : offer.says;
  }

  /** What a press on this offer sends: nothing if something is missing, or if it has to be asked about first. */
  pressed(offer: Offer): Action | null {
    const ask = offer.action !== null && offer.asks !== undefined && this.asked !== keyOf(offer);
    this.asked = ask ? keyOf(offer) : "";
    return ask ? null : offer.action;
  }

  /** No question is open any more. */
  forget(): void {
    this.asked = "";
  }
}

/** A label with a number in place of the ellipsis. */
export function filled(label: string, value: string): string {
  return value === "" ? label : label.replace("…", value);
}
