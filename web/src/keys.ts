// Keys that work anywhere on a page. Letters and digits can be switched off by who dictates or types otherwise.

import { nextLookup, nextStage, toDecision, toLookup } from "./cockpit";
import { all, find, on } from "./dom";
import { toAsked, toDetails } from "./focus";
import { letGo } from "./forms";
import { focusMap } from "./map";
import { hide } from "./message";
import { unpick } from "./pick";

const SETTING = "stellwerk.letters";

/** Whether letters and digits are keys. */
export const letters = (): boolean => localStorage.getItem(SETTING) !== "off";

export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")
  );
}

/** Whether a dialog is open: it has the keys, and Escape closes it alone. */
export const inDialog = (): boolean => find("dialog[open], :popover-open") !== null;

/** Press the first of these that is on the page. */
function press(...selectors: string[]): boolean {
  const button = selectors.map((selector) => find<HTMLElement>(selector)).find((found) => found !== null);
  button?.click();
  return button !== undefined;
}

function leave(): boolean {
  if (press("#catch-up")) return true;
  if (find("#table")?.dataset["forced"]) return press("#undo");
  return unpick() || letGo();
}

function letter(key: string): boolean {
  if (/^[0-9choptw]$/i.test(key))
    return press(`[data-key~="${key.toLowerCase()}"]:not([hidden], :disabled, [aria-disabled])`);
  switch (key.toLowerCase()) {
    case "u":
      return press("#undo");
    case "m":
      return focusMap();
    case "x":
      return press("#do-exchange");
    case "n":
      return press("#show-next");
    case "v":
      return press("#show-settings");
    case "b":
      return toAsked();
    case "d":
      toDecision();
      return toDetails();
    case "l":
      return toLookup();
    case "s":
      return nextStage();
    case "i":
      return nextLookup();
    case "?":
      return openDialog("keys");
    default:
      return false;
  }
}

function openDialog(name: string): boolean {
  const dialog = document.getElementById(name);
  if (!(dialog instanceof HTMLDialogElement)) return false;
  dialog.showModal();
  return true;
}

export function startKeys(): void {
  document.addEventListener(
    "keydown",
    (event) => {
      // Who holds the key down presses a button once, not also the next one that gets the focus.
      if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && !inDialog() && hide()) return event.preventDefault();
    if (typing(event.target) || find("dialog[open], #curtain, :popover-open")) return;
    const done = event.key === "Escape" ? leave() : letters() && letter(event.key);
    if (done) event.preventDefault();
  });
  on("click", "[data-close-dialog]", (button) => button.closest("dialog")?.close());
  on("click", "[data-open]", (button) => openDialog(button.dataset["open"] ?? ""));
  const box = find<HTMLInputElement>("#letters");
  if (box) {
    box.checked = letters();
    box.addEventListener("change", () => localStorage.setItem(SETTING, box.checked ? "on" : "off"));
  }
  for (const dialog of all<HTMLDialogElement>("dialog")) {
    // A click beside a dialog closes it.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}
