// Choices that are filled in before they are sent: an exchange put together, a hole given its value.

import type { Action } from "./board";
import { act } from "./board";
import { all, find, numeric, on } from "./dom";
import { mirror } from "./main_button";
import { show } from "./message";
import { always } from "./morph";
import { say } from "./words";

// --- pickers: radios that together name one preview ---------------------------------------------------

/** The inputs of a form, also those that stand elsewhere on the page and name it. */
function inputs(form: HTMLElement): HTMLInputElement[] {
  const parts = form instanceof HTMLFormElement ? [...form.elements] : all("input", form);
  return parts.filter((part): part is HTMLInputElement => part instanceof HTMLInputElement);
}

function preview(form: HTMLElement): void {
  const picked = inputs(form).filter((input) => input.checked);
  const chosen = new Map(picked.map((input) => [input.name, input.value]));
  let found = false;
  for (const box of all("[data-when]", form)) {
    const when: Record<string, string> = JSON.parse(box.dataset["when"] ?? "{}");
    const fits = Object.entries(when).every(([name, value]) => chosen.get(name) === value);
    box.hidden = !fits;
    found ||= fits;
  }
  const idle = find("[data-idle]", form);
  if (idle) idle.hidden = found;
  mirror();
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

function fill(form: HTMLElement): Action {
  const choice: Action = JSON.parse(form.dataset["holes"] ?? "null");
  const args = [...choice.args];
  for (const input of all("[data-hole]", form)) args[numeric(input, "data-hole")] = filled(input);
  return { ...choice, args };
}

/** What is left of a purse; what it lacks its director adds. */
function left(rest: HTMLElement, sum: number): string {
  const sign = rest.dataset["sign"] ?? "";
  if (sum >= 0) return `${sign}${sum}`;
  return `${sign}0, ${(rest.dataset["more"] ?? "").replace("{sum}", `${sign}${-sum}`)}`;
}

/** The button of a form says the number that it would send, and a sum beside it what is left of it then. */
function spell(form: HTMLElement): void {
  const button = find("[data-label]", form);
  const numbers = all<HTMLInputElement>("[data-kind=range]", form);
  const rest = find("[data-rest]", form);
  if (rest) rest.textContent = left(rest, numeric(rest, "data-rest") - Number(numbers[0]?.value));
  if (button && numbers.length === 1)
    button.textContent = (button.dataset["label"] ?? "").replace("…", numbers[0]?.value ?? "…");
}

/** A sum that somebody has set is confirmed in the banner too. */
function touched(form: HTMLElement): void {
  for (const other of all("[data-pending]")) other.removeAttribute("data-pending");
  find("[data-label]", form)?.setAttribute("data-pending", "");
  mirror();
}

export function startForms(): void {
  always(() => all("[data-picker]").forEach(preview));
  always(() => all("form[data-holes]").forEach(spell));
  on("change", "[data-picker], input[form]", (part) => {
    const form = part instanceof HTMLInputElement ? part.form : part;
    if (!form?.matches("[data-picker]")) return;
    preview(form);
    // An offer can be chosen far from where its effects stand, as in the row of a company.
    find("[data-when]:not([hidden])", form)?.scrollIntoView({ block: "nearest" });
  });
  on("input", ".holes input", (input) => {
    // A slider and the number beside it say the same.
    for (const twin of all<HTMLInputElement>(
      "input[type=range], input[type=number]",
      input.parentElement ?? document,
    )) {
      if (input.parentElement?.querySelector("[data-mirror]")) twin.value = (input as HTMLInputElement).value;
    }
    const form = input.closest<HTMLElement>("form[data-holes]");
    if (!form) return;
    spell(form);
    if (input === document.activeElement) touched(form);
  });
  on("submit", "form[data-picker]", (_form, event) => event.preventDefault());
  on("submit", "form[data-holes]", (form, event) => {
    event.preventDefault();
    try {
      void act(fill(form));
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error;
      show({ text: error.message, mild: true });
    }
  });
}
