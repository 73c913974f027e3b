// Choices that are filled in before they are sent: an exchange put together, a hole given its value.

import type { Action } from "./board";
import { all, find, numeric, on } from "./dom";
import { show } from "./message";
import { amount, grouped } from "./money";
import { always } from "./morph";
import type { Offer } from "./offer";
import { filled as withNumber } from "./offer";
import { borne, choosePlace, keepOffers, latestPlace, putOffer, releasePlace } from "./offer_buttons";
import { say } from "./words";

/** How the names of forms and pickers begin among the places of offers. */
const [FORM, PICKER] = ["form:", "picker:"] as const;

// --- pickers: radios that together name one preview ---------------------------------------------------

/** The inputs of a form, also those that stand elsewhere on the page and name it. */
function inputs(form: HTMLElement): HTMLInputElement[] {
  const parts = form instanceof HTMLFormElement ? [...form.elements] : all("input", form);
  return parts.filter((part): part is HTMLInputElement => part instanceof HTMLInputElement);
}

/** The name of a picker among the places of offers. */
const pickerOf = (form: HTMLElement): string => `${PICKER}${form.id}`;

/** Show what was picked, and offer it. */
function preview(form: HTMLElement): void {
  const picked = inputs(form).filter((input) => input.checked);
  const chosen = new Map(picked.map((input) => [input.name, input.value]));
  let found: HTMLElement | null = null;
  for (const box of all("[data-when]", form)) {
    const when: Record<string, string> = JSON.parse(box.dataset["when"] ?? "{}");
    const fits = Object.entries(when).every(([name, value]) => chosen.get(name) === value);
    box.hidden = !fits;
    if (fits) found = box;
  }
  const idle = find("[data-idle]", form);
  if (idle) idle.hidden = found !== null;
  putOffer(pickerOf(form), found && borne(find("button[data-choice]", found)));
}

// --- holes: inputs that fill the arguments of a choice ------------------------------------------------

class Incomplete extends Error {}

function counted(box: HTMLElement, values: unknown[]): unknown[] {
  const [least, most] = [numeric(box, "data-least"), numeric(box, "data-most")];
  if (values.length < least) throw new Incomplete(say("tooFew", { least }));
  if (values.length > most) throw new Incomplete(say("tooMany", { most }));
  return values;
}

function filled(input: HTMLElement): unknown {
  switch (input.dataset["kind"]) {
    case "range":
      return Number((input as HTMLInputElement).value);
    case "one-of":
      return JSON.parse((input as HTMLSelectElement).value) as unknown;
    case "subset":
      return counted(
        input,
        all<HTMLInputElement>("input:checked", input).map((box) => JSON.parse(box.value) as unknown),
      );
    case "draw":
      return counted(
        input,
        all<HTMLInputElement>("input", input).flatMap((box) => {
          const item: unknown = JSON.parse(box.dataset["item"] ?? "null");
          return Array.from({ length: Number(box.value) }, () => item);
        }),
      );
    case "shuffle":
      return all<HTMLSelectElement>("select", input).map((select) => JSON.parse(select.value) as unknown);
    default:
      return (input as HTMLInputElement).value;
  }
}

/** A label with the number of a form in it and, where each costs or brings the same, with their sum. */
function spelled(form: HTMLElement, label: string): string {
  const numbers = all<HTMLInputElement>("[data-kind=range]", form);
  if (numbers.length !== 1) return label;
  const number = numbers[0]?.value ?? "";
  const { each, total } = find("[data-each]", form)?.dataset ?? {};
  const sum = String(Number(each) * Number(number));
  return withNumber(label, grouped(number)).replace("{sum}", (total ?? "").replace("{sum}", grouped(sum)));
}

/** A choice with holes, what its button says with an ellipsis for the number, and the money that it is paid from. */
interface Blank {
  choice: Action;
  label: string;
  purse: number;
}

/** What a form asks for: of several things that share it, the one that is chosen. */
function blank(form: HTMLElement): Blank {
  const thing = find("[name=priced]:checked", form)?.dataset;
  const choice: Action = JSON.parse(thing?.["choice"] ?? form.dataset["holes"] ?? "null");
  return {
    choice,
    label: thing?.["says"] ?? find("[data-label]", form)?.dataset["label"] ?? "",
    purse: Number(thing?.["purse"] ?? find("[data-rest]", form)?.dataset["rest"]),
  };
}

function fill(form: HTMLElement, choice: Action): Action {
  const args = [...choice.args];
  for (const input of all("[data-hole]", form)) args[numeric(input, "data-hole")] = filled(input);
  return { ...choice, args };
}

/** What is left of a purse; what it lacks its director adds. */
function left(rest: HTMLElement, sum: number): string {
  const sign = rest.dataset["sign"] ?? "";
  if (sum >= 0) return amount(sign, sum);
  return `${sign}0, ${(rest.dataset["more"] ?? "").replace("{sum}", amount(sign, -sum))}`;
}

/** The name of a form among the places of offers. */
const placeOf = (form: HTMLElement): string => find("[data-confirms]", form)?.dataset["confirms"] ?? "";

/** What a form offers as it is filled in now; without an action where something is missing in it. */
function offerOf(form: HTMLFormElement): Offer {
  const { choice, label } = blank(form);
  const says = spelled(form, label);
  if (!form.checkValidity()) return { says, action: null, explain: () => form.reportValidity() };
  try {
    return { says, action: fill(form, choice) };
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    return { says, action: null, explain: () => show({ text: error.message, mild: true }) };
  }
}

/** Tell what a form offers now, and what is left of the money for it. */
function tell(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  const number = find<HTMLInputElement>("[data-kind=range]", form);
  const rest = find("[data-rest]", form);
  if (rest) rest.textContent = left(rest, blank(form).purse - Number(number?.value));
  putOffer(placeOf(form), offerOf(form));
}

/** Let go what was chosen last in a form or picker: nothing is bright but what the server offers. */
export function letGo(): boolean {
  const place = latestPlace();
  if (!place.startsWith(FORM) && !place.startsWith(PICKER)) return false;
  for (const form of all("[data-picker]")) {
    if (pickerOf(form) !== place) continue;
    for (const input of inputs(form)) input.checked = false;
    preview(form);
  }
  releasePlace(place);
  return true;
}

export function startForms(): void {
  always(() => {
    const pickers = all("[data-picker]");
    const forms = all("form.holes");
    pickers.forEach(preview);
    forms.forEach(tell);
    keepOffers(FORM, forms.map(placeOf));
    keepOffers(PICKER, pickers.map(pickerOf));
  });
  on("change", "[data-picker], input[form]", (part) => {
    const form = part instanceof HTMLInputElement ? part.form : part;
    if (!form?.matches("[data-picker]")) return;
    preview(form);
    choosePlace(pickerOf(form));
    // An offer can be chosen far from where its effects stand, as in the row of a company.
    find("[data-when]:not([hidden])", form)?.scrollIntoView({ block: "nearest" });
  });
  on("input", "form.holes :is(input, select)", (input, event) => {
    // A slider and the number beside it say the same.
    for (const twin of all<HTMLInputElement>(
      "input[type=range], input[type=number]",
      input.parentElement ?? document,
    )) {
      if (input.parentElement?.querySelector("[data-mirror]")) twin.value = (input as HTMLInputElement).value;
    }
    const form = input.closest<HTMLElement>("form.holes");
    if (!form) return;
    tell(form);
    // A script that sets a number, for which it uses an event of its own, has chosen nothing.
    if (!(event instanceof CustomEvent)) choosePlace(placeOf(form));
  });
  on("submit", "form[data-picker]", (_form, event) => event.preventDefault());
}
