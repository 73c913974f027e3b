// One control for everything of a kind that can be had for a price: what is chosen, then for how much.

import { all, find, on } from "./dom";
import { grouped } from "./money";
import { always } from "./morph";
import { choosePlace, releasePlace } from "./offer_buttons";

/** By form what was chosen last and at which price, so that news from others does not take it away. */
const chosen = new Map<string, { choice: string; price: string }>();

const radioOf = (form: HTMLElement): HTMLElement | null => find("[name=priced]:checked", form);
const field = (form: HTMLElement): HTMLInputElement | null => find<HTMLInputElement>("[data-hole]", form);

const placeOf = (form: HTMLElement): string => find("[data-confirms]", form)?.dataset["confirms"] ?? "";

/** Set the price; the form tells everybody who shows it. */
function price(form: HTMLElement, to: string): void {
  const number = field(form);
  if (!number) return;
  number.value = to;
  number.dispatchEvent(new CustomEvent("input", { bubbles: true }));
}

/** Let the control speak of one of the things. */
function take(form: HTMLElement, radio: HTMLInputElement, at: string): void {
  radio.checked = true;
  for (const input of all<HTMLInputElement>("[data-hole], [data-mirror]", form)) {
    input.min = radio.dataset["lo"] ?? "";
    input.max = radio.dataset["hi"] ?? "";
    input.step = radio.dataset["by"] ?? "1";
  }
  for (const bound of all("[data-price]", form)) {
    const amount = find("span", bound);
    if (amount) amount.textContent = grouped(radio.dataset[bound.dataset["price"] ?? ""] ?? "");
  }
  for (const means of all("[data-of]", form)) means.hidden = means.dataset["of"] !== radio.value;
  price(form, at);
}

function restore(form: HTMLElement): void {
  const known = chosen.get(form.id);
  const radios = all<HTMLInputElement>("[name=priced]", form);
  const same = radios.find((radio) => radio.dataset["choice"] === known?.choice);
  const radio = same ?? radios[0];
  // A choice ends when it is not to be had any more, or when the next player is asked.
  if (known && !same) releasePlace(placeOf(form));
  if (radio) take(form, radio, (same && known?.price) || (radio.dataset["start"] ?? ""));
}

export function startPrices(): void {
  always(() => all("[data-priced]").forEach(restore));
  on("change", "[data-priced] [name=priced]", (radio) => {
    const form = radio.closest<HTMLElement>("[data-priced]");
    if (form) take(form, radio as HTMLInputElement, radio.dataset["start"] ?? "");
  });
  on("click", "[data-priced] [data-price]", (button) => {
    const form = button.closest<HTMLElement>("[data-priced]");
    if (!form) return;
    price(form, radioOf(form)?.dataset[button.dataset["price"] ?? ""] ?? "");
    choosePlace(placeOf(form));
  });
  on("input", "[data-priced] input:not([type=radio])", (input) => {
    const form = input.closest<HTMLElement>("[data-priced]");
    const choice = (form && radioOf(form)?.dataset["choice"]) ?? "";
    if (form) chosen.set(form.id, { choice, price: (input as HTMLInputElement).value });
  });
}
