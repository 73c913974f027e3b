// Buttons that copy the field before them, and buttons that ask whether it is meant.

import { on } from "./dom";
import { show } from "./message";
import { say } from "./words";

const SURE = 6000;

async function copy(button: HTMLElement): Promise<void> {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    button.textContent = say("copied");
  } catch {
    // Without https or leave of the reader there is no clipboard; it is selected for them to copy.
    show({ text: say("copyFailed"), mild: true });
  }
}

/** Whether a button was pressed a second time, after it has asked. */
export function sure(button: HTMLElement, question: string): boolean {
  const before = button.textContent ?? "";
  if (button.dataset["asked"]) return true;
  button.dataset["asked"] = "yes";
  button.textContent = question;
  window.setTimeout(() => {
    delete button.dataset["asked"];
    button.textContent = before;
  }, SURE);
  return false;
}

export function startCopy(): void {
  on("click", "[data-copy]", (button) => void copy(button));
}
