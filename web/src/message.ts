// One message at a time, above everything: a refusal with the rule behind it, or a short hint.

import { find, on } from "./dom";
import { say } from "./words";

let timer = 0;

export interface Note {
  text: string;
  rule?: string | null;
  mild?: boolean;
}

export function show({ text, rule, mild = false }: Note): void {
  const box = find("#message");
  const line = find("p", box ?? document);
  const link = find<HTMLAnchorElement>("a", box ?? document);
  if (!box || !line || !link) return;
  line.textContent = text;
  link.hidden = !rule;
  if (rule) {
    link.textContent = say("rule", { rule });
    link.href = `/rules/${document.body.dataset["game"] ?? ""}#${rule}`;
    link.target = "_blank";
  }
  box.classList.toggle("mild", mild);
  box.hidden = false;
  clearTimeout(timer);
  if (mild) timer = window.setTimeout(hide, 5000);
}

/** Close the message; tells whether there was one. */
export function hide(): boolean {
  const box = find("#message");
  if (!box || box.hidden) return false;
  box.hidden = true;
  return true;
}

export function announce(text: string): void {
  const region = find("#announcer");
  if (region) region.textContent = text;
}

export function startMessages(): void {
  on("click", "#message [data-close]", () => hide());
}
