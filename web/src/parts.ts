// Parts of the table as the server sent them. What it has sent once and what is still so it need not send again.

import { all } from "./dom";

interface Sent {
  version: string;
  html: string;
}

/** By the name of a part. Only what the table shows now is kept: the next before this screen may know less. */
let sent = new Map<string, Sent>();

const nameOf = (part: Element): string => part.id.replace(/^part-/, "");

function note(parts: Iterable<HTMLElement>): void {
  sent = new Map(
    [...parts].map((part) => [nameOf(part), { version: part.dataset["version"] ?? "", html: part.innerHTML }]),
  );
}

/** What the page has, for the server to leave out. */
export function had(): Record<string, string> {
  return { "x-parts": [...sent].map(([name, { version }]) => `${name}.${version}`).join(",") };
}

/** A table with all its parts, or null where one was left out that the page has no longer: then it is to be fetched anew. */
export function whole(html: string): string | null {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const parts = [...fresh.content.querySelectorAll<HTMLElement>("[data-version]")];
  for (const part of parts) {
    if (!part.hasAttribute("data-same")) continue;
    const known = sent.get(nameOf(part));
    if (!known || known.version !== part.dataset["version"]) {
      sent = new Map();
      return null;
    }
    part.innerHTML = known.html;
    part.removeAttribute("data-same");
  }
  note(parts);
  return fresh.innerHTML;
}

/** To be called before any script has changed the page. */
export function startParts(): void {
  note(all("[data-version]"));
}
