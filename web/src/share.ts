// Links for the others: each seat of this browser can be given away by one.

import { all, find, make, on } from "./dom";
import { refuse, show } from "./message";
import { postForJson, Refused } from "./server";
import { say } from "./words";

interface Seat {
  seat: number;
  name: string;
}

const match = document.body.dataset["match"] ?? "";

async function link(row: Element, seat: Seat, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  try {
    const { token } = await postForJson<{ token: string }>(`/api/matches/${match}/seats/${seat.seat}/token`, {});
    const input = find<HTMLInputElement>("input", row);
    const box = find(".copy", row);
    if (input) input.value = `${location.origin}/join/${match}/${token}`;
    if (box) box.hidden = false;
    button.hidden = true;
    find("[data-copy]", row)?.focus();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
    button.disabled = false;
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const input = button.parentElement?.querySelector("input");
  if (!input) return;
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    button.textContent = say("copied");
  } catch {
    // Without https or leave of the reader there is no clipboard; the link is selected for them to copy.
    show({ text: say("copyFailed"), mild: true });
  }
}

export function startShare(): void {
  const list = find(".shares");
  const pattern = find<HTMLTemplateElement>("#share template");
  if (!list || !pattern) return;
  const seats: Seat[] = JSON.parse(list.dataset["seats"] ?? "[]");
  for (const seat of seats) {
    const row = (pattern.content.cloneNode(true) as DocumentFragment).firstElementChild;
    const button = row && find<HTMLButtonElement>("[data-link]", row);
    if (!row || !button) continue;
    find(".name", row)?.append(make("b", {}, seat.name));
    find("input", row)?.setAttribute("aria-label", seat.name);
    button.addEventListener("click", () => void link(row, seat, button));
    list.append(row);
  }
  for (const input of all<HTMLInputElement>("#share [data-url]"))
    input.value = location.origin + (input.dataset["url"] ?? "");
  on("click", "[data-copy]", (button) => void copy(button));
}
