// Stops of Tab: a row of buttons is one, and the arrow keys go along it; a box that can be scrolled is one only while
// something of it is out of sight; offers and buttons in a table are walked up and down by rows.

import { all, on } from "./dom";
import { always } from "./morph";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const BOXES = ":is(.scroll, .firms, .lookup, .part-overview, .decided)[tabindex]";

/** The buttons of a row that can be pressed now. */
function members(row: Element): HTMLElement[] {
  return all<HTMLButtonElement>("button", row).filter((button) => !button.disabled && button.checkVisibility());
}

/** Let Tab reach one button of each row: the one in focus, the chosen one, or the first. */
function rove(): void {
  for (const row of all("[data-row]")) {
    const buttons = all<HTMLButtonElement>("button", row);
    const stop =
      buttons.find((button) => button === document.activeElement) ??
      buttons.find((button) => button.getAttribute("aria-pressed") === "true" && !button.hasAttribute("data-pin")) ??
      buttons.find((button) => !button.disabled && !button.hidden);
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }
}

function along(row: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const buttons = members(row);
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const step = STEPS[event.key];
  const to =
    event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : step === undefined ? Number.NaN : at + step;
  const goal = at < 0 ? undefined : buttons.at(to % buttons.length);
  if (Number.isNaN(to) || !goal) return;
  event.preventDefault();
  goal.focus();
}

const middle = (one: Element): [number, number] => {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** What is like an offer or a button in a table and stands in its other rows. */
function alike(one: HTMLElement): HTMLElement[] {
  const some =
    one instanceof HTMLInputElement
      ? all<HTMLInputElement>(`[name="${one.name}"]`).filter((radio) => radio.form === one.form)
      : all("td button", one.closest("table") ?? document);
  return some.filter((other) => other.closest("tr") !== one.closest("tr") && other.checkVisibility());
}

/** From an offer or a button in a table to the nearest one in the next row that has any. */
function byRow(one: HTMLElement, event: KeyboardEvent): void {
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!down || event.ctrlKey || event.altKey || event.metaKey) return;
  const [x, y] = middle(one);
  const others = alike(one)
    .map((other) => ({ other, ahead: (middle(other)[1] - y) * down, aside: Math.abs(middle(other)[0] - x) }))
    .filter(({ ahead }) => ahead > 1);
  const nearest = Math.min(...others.map(({ ahead }) => ahead));
  const [next] = others.filter(({ ahead }) => ahead < nearest + 4).sort((a, b) => a.aside - b.aside);
  if (!next) return;
  event.preventDefault();
  next.other.focus();
  if (next.other instanceof HTMLInputElement) next.other.click();
}

/** Just before the focus moves: which boxes are worth a stop. */
function weigh(): void {
  for (const box of all(BOXES)) {
    const more = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    box.tabIndex = more ? 0 : -1;
  }
}

export function startRove(): void {
  always(rove);
  on("focusin", "[data-row] button", rove);
  on("keydown", "[data-row]", along);
  on("keydown", "td :is(input[type=radio], button)", byRow);
  document.addEventListener("keydown", (event) => event.key === "Tab" && weigh(), true);
}
