// Who sits where in a new match: oneself, friends who get a link, others at the same screen, bots.

import { all, find } from "./dom";
import { say } from "./words";

const NAME = "stellwerk.name";
const ME = "me";
const FRIEND = "friend";
const SCREEN = "screen";
const BOT = "bot:";

export interface Seat {
  name: string | null;
  bot: string | null;
  free: boolean;
}

type Kind = HTMLSelectElement & HTMLElement;

const seatsOf = (panel: Element): HTMLElement[] => all(".seats li", panel);
const seated = (panel: Element): HTMLElement[] => seatsOf(panel).filter((row) => !row.hidden);
const kindOf = (row: Element): Kind | null => find<Kind>(".kind", row);
const nameOf = (row: Element): HTMLInputElement | null => find<HTMLInputElement>(".who", row);

/** What the name of each row is for, which buttons do something, and what comes of it all. */
function arrange(panel: HTMLElement): void {
  const rows = seated(panel);
  const [least, most] = [Number(panel.dataset["least"]), Number(panel.dataset["most"])];
  for (const button of all<HTMLButtonElement>(".remove", panel)) button.disabled = rows.length <= least;
  const add = find<HTMLButtonElement>(".add", panel);
  if (add) add.disabled = rows.length >= most;
  for (const row of rows) {
    const [name, kind] = [nameOf(row), kindOf(row)];
    if (!name || !kind) continue;
    kind.dataset["was"] = kind.value;
    row.dataset["kind"] = kind.value.split(":")[0] ?? "";
    const friend = kind.value === FRIEND;
    name.placeholder = friend ? say("friendName") : "";
    // A friend is asked for a name; one that stands there only so that something does would be in the way.
    if (friend && name.value === name.dataset["usual"]) name.value = "";
    else if (!friend && !name.value) name.value = name.dataset["usual"] ?? "";
  }
  const kinds = rows.map((row) => kindOf(row)?.value ?? "");
  const here = kinds.filter((kind) => kind === ME || kind === SCREEN).length;
  const hints = [
    ...(kinds.includes(FRIEND) ? [say(here ? "hintLinks" : "hintNobody")] : []),
    ...(here > 1 ? [say("hintScreen")] : []),
    ...(here || kinds.includes(FRIEND) ? [] : [say("hintWatch")]),
  ];
  find("[data-with-friends]", panel)?.toggleAttribute("hidden", !kinds.includes(FRIEND));
  const hint = find(".table-hint", panel);
  if (hint) hint.textContent = hints.join(" ");
}

/** There is one of me: who was it before takes the kind that this seat had. */
function chosen(panel: HTMLElement, row: HTMLElement): void {
  const kind = kindOf(row);
  if (kind?.value === ME)
    for (const other of seatsOf(panel)) {
      const theirs = kindOf(other);
      if (!theirs || other === row || theirs.value !== ME) continue;
      theirs.value = kind.dataset["was"] ?? SCREEN;
      const [one, two] = [nameOf(other), nameOf(row)];
      if (one && two) [one.value, two.value] = [two.value, one.value];
    }
  arrange(panel);
}

const fields = (row: HTMLElement): (HTMLInputElement | HTMLSelectElement)[] => all(".who, .kind", row);
const valuesOf = (row: HTMLElement): string[] => fields(row).map((field) => field.value);

function fill(row: HTMLElement, values: string[]): void {
  for (const [n, field] of fields(row).entries()) field.value = values[n] ?? "";
}

/** Take a seat away: those behind it move up, so that the numbers stay without a gap. */
function remove(panel: HTMLElement, row: HTMLElement): void {
  const rows = seated(panel);
  const spare = valuesOf(row);
  for (let at = rows.indexOf(row); at + 1 < rows.length; at += 1) {
    const [here, behind] = [rows[at], rows[at + 1]];
    if (here && behind) fill(here, valuesOf(behind));
  }
  const end = rows.at(-1);
  if (!end) return;
  fill(end, spare);
  end.hidden = true;
  arrange(panel);
  find(".add", panel)?.focus();
}

function add(panel: HTMLElement): void {
  const row = seatsOf(panel).find((one) => one.hidden);
  if (!row) return;
  row.hidden = false;
  const kind = kindOf(row);
  // Who was taken away and comes back is not oneself, if somebody else is by now.
  if (kind?.value === ME && seated(panel).some((one) => one !== row && kindOf(one)?.value === ME)) kind.value = SCREEN;
  arrange(panel);
  nameOf(row)?.focus();
}

/** Who sits down, and the field that lacks a name, if one does. */
export function sitting(panel: HTMLElement): { seats: Seat[]; nameless: HTMLElement | null } {
  const rows = seated(panel);
  const seats = rows.map((row) => {
    const kind = kindOf(row)?.value ?? "";
    const name = nameOf(row)?.value.trim() ?? "";
    return { name: name || null, bot: kind.startsWith(BOT) ? kind.slice(BOT.length) : null, free: kind === FRIEND };
  });
  const at = seats.findIndex((seat) => !seat.name && !seat.free);
  const me = rows.find((row) => kindOf(row)?.value === ME);
  const mine = me && nameOf(me)?.value.trim();
  if (mine) localStorage.setItem(NAME, mine);
  return { seats, nameless: at < 0 ? null : nameOf(rows[at] as HTMLElement) };
}

export function startSeating(panel: HTMLElement): void {
  const name = localStorage.getItem(NAME);
  const first = find<HTMLInputElement>(".who", panel);
  if (name && first) first.value = name;
  arrange(panel);
  panel.addEventListener("change", (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(".seats li") : null;
    if (row && event.target === kindOf(row)) chosen(panel, row);
  });
  panel.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const row = button?.closest<HTMLElement>(".seats li");
    if (button?.classList.contains("add")) add(panel);
    if (button?.classList.contains("remove") && row) remove(panel, row);
  });
}
