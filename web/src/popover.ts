// A small box of buttons beside what was clicked.

import { find, make } from "./dom";

/** Ask with some buttons, beside an element and inside the window; the first one has the focus. */
export function askBeside(at: Element, question: string, buttons: HTMLButtonElement[]): void {
  const box = find("#pick");
  if (!box) return;
  box.replaceChildren(make("p", {}, question), make("div", {}, ...buttons));
  box.showPopover();
  const place = at.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, place.x + place.width / 2 - size.width / 2), innerWidth - size.width - 8);
  const below = place.bottom + 6;
  const top = below + size.height > innerHeight ? place.top - size.height - 6 : below;
  Object.assign(box.style, { position: "fixed", inset: "auto", left: `${left}px`, top: `${Math.max(8, top)}px` });
  buttons[0]?.focus();
}

export function closeBeside(): void {
  find("#pick")?.hidePopover();
}
