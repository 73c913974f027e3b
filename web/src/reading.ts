// The rules: searched while one types, by words and numbers, without the server. A chapter opens where something is
// found in it or a link leads to.

import { all, find, fragment, on } from "./dom";

interface Known {
  element: HTMLElement;
  id: string;
  text: string;
}

interface Chapter {
  element: HTMLDetailsElement;
  /** Whether the search has opened it, and so closes it again. */
  opened: boolean;
  rules: Known[];
}

const WAIT = 80;
let chapters: Chapter[] = [];
let timer = 0;

/** Letters without case and accents: who types "uber" finds "über". */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function read(): Chapter[] {
  return all<HTMLDetailsElement>("details[data-chapter]").map((element) => ({
    element,
    opened: false,
    rules: all(".rule", element).map((rule) => ({
      element: rule,
      id: plain(rule.id),
      text: plain(rule.textContent ?? ""),
    })),
  }));
}

/** Every word must stand in a rule; what looks like a number, at the beginning of its number. */
function fits(rule: Known, words: string[]): boolean {
  return words.every((word) => (/\d/.test(word) && rule.id.startsWith(word)) || rule.text.includes(word));
}

function unfold(chapter: Chapter, wanted: boolean): void {
  if (wanted === chapter.element.open || (!wanted && !chapter.opened)) return;
  chapter.element.open = wanted;
  chapter.opened = wanted;
}

function search(): void {
  const form = find("#lookup");
  const words = plain(find<HTMLInputElement>("#query")?.value ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const part = find<HTMLSelectElement>("#chapter-filter")?.value ?? "";
  const used = find<HTMLInputElement>("#applies")?.checked ?? false;
  let count = 0;
  for (const chapter of chapters) {
    let found = 0;
    const other = part !== "" && chapter.element.dataset["chapter"] !== part;
    for (const rule of chapter.rules) {
      const shown = !other && !(used && rule.element.classList.contains("idle")) && fits(rule, words);
      rule.element.hidden = !shown;
      found += shown ? 1 : 0;
    }
    chapter.element.hidden = found === 0;
    unfold(chapter, found > 0 && (words.length > 0 || part !== ""));
    count += found;
  }
  const told = find("#found");
  const narrowed = words.length > 0 || part !== "" || used;
  const said = count === 0 ? "none" : count === 1 ? "one" : "many";
  if (told && form) told.textContent = narrowed ? (form.dataset[said] ?? "").replace("{count}", String(count)) : "";
}

/** Follow a link to a rule, whatever hides it. */
function follow(): void {
  const id = fragment();
  const goal = id ? document.getElementById(id) : null;
  if (!goal) return;
  if (goal.closest("[hidden]")) {
    find<HTMLFormElement>("#lookup")?.reset();
    const used = find<HTMLInputElement>("#applies");
    if (used && goal.classList.contains("idle")) used.checked = false;
    search();
  }
  const fold = goal.closest("details");
  for (const chapter of chapters) if (chapter.element === fold) chapter.opened = false;
  if (fold) fold.open = true;
  goal.scrollIntoView({ block: "start" });
}

export function startReading(): void {
  on("click", "[data-print]", () => window.print());
  const form = find<HTMLFormElement>("#lookup");
  const query = find<HTMLInputElement>("#query");
  if (!form || !query) return;
  chapters = read();
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      search();
      // What is found stands below the form: on a small screen it would be out of sight.
      if (query.value && form.getBoundingClientRect().top > 0) form.scrollIntoView({ block: "start" });
    }, WAIT);
  });
  form.addEventListener("reset", () => window.setTimeout(search, 0));
  on("click", "#clear", () => query.focus());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
    find<HTMLElement>(".rule:not([hidden]) .number")?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query) {
      event.preventDefault();
      query.focus();
      query.select();
    } else if (event.key === "Escape" && document.activeElement === query) form.reset();
  });
  window.addEventListener("hashchange", follow);
  search();
  follow();
}
