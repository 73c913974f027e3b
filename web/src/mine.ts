// The own matches: how they stand while one looks, looking for one of them, and putting them away.

import { sure } from "./copy";
import { all, find, on } from "./dom";
import { announce, refuse } from "./message";
import { morph } from "./morph";
import { follow } from "./news";
import { notify } from "./notify";
import { heed, startReach } from "./reach";
import { getText, postForJson, Refused } from "./server";
import { say } from "./words";

const TITLE = document.title;
const PAUSE = 250;
let fetching: Promise<void> | null = null;
let again = false;
let page = "1";
let shelf = "";
let typing = 0;

const list = (): HTMLElement | null => find("#mine-list");
const turns = (): string[] => (list()?.dataset["at"] ?? "").split(" ").filter(Boolean);

/** How many matches wait for this browser: in the title of the tab, and said when there are more than before. */
function count(before: number, known: string[]): void {
  const now = Number(list()?.dataset["turns"] ?? 0);
  document.title = now ? `(${now}) ${TITLE}` : TITLE;
  if (now <= before) return;
  announce(say("yourTurn"));
  const fresh = turns().find((match) => !known.includes(match));
  const link = fresh && find<HTMLAnchorElement>(`#mine-${CSS.escape(fresh)}`);
  if (link) notify(say("notifyTurn"), find("b", link)?.textContent ?? "", `turn ${fresh}`, link.href);
}

/** What is looked for, as the address of the lobby says it. */
function query(): URLSearchParams {
  const form = find<HTMLFormElement>("#finder");
  const wish = new URLSearchParams();
  for (const field of all<HTMLInputElement>("[name]", form ?? document.createElement("form")))
    if (field.value.trim()) wish.set(field.name, field.value.trim());
  if (shelf) wish.set("shelf", shelf);
  if (page !== "1") wish.set("page", page);
  return wish;
}

async function renew(): Promise<void> {
  const before = Number(list()?.dataset["turns"] ?? 0);
  const known = turns();
  const asked = page;
  const wish = query().toString();
  try {
    const html = await getText(wish ? `/lobby/mine?${wish}` : "/lobby/mine");
    const place = list();
    if (place) morph(place, html);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return; // the server is out of reach; the stream of events comes back by itself
  }
  // The server knows how many pages there are; but who has turned on meanwhile wants that page.
  if (page === asked) page = list()?.dataset["page"] ?? "1";
  find("#finder")?.toggleAttribute("hidden", list()?.dataset["many"] !== "true");
  count(before, known);
}

/** Fetch the list; what happens meanwhile is fetched once more afterwards. */
export function refresh(): void {
  if (fetching) {
    again = true;
    return;
  }
  fetching = renew().finally(() => {
    fetching = null;
    if (again) refresh();
    again = false;
  });
}

/** Look for something else; a reload shows the same. */
function look(): void {
  const wish = query().toString();
  history.replaceState(null, "", wish ? `/?${wish}` : "/");
  refresh();
}

/** Change something about a match, say so, and show the list as it is then. */
async function change(path: string, body: unknown, done: string): Promise<void> {
  try {
    await postForJson(path, body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
    return;
  }
  announce(done);
  find("#mine-title")?.focus();
  refresh();
}

function shelve(button: HTMLElement): void {
  const away = button.dataset["away"] === "1";
  const body = { match: button.dataset["shelve"] ?? "", away };
  void change("/lobby/shelf", body, say(away ? "putAway" : "broughtBack"));
}

function remove(button: HTMLElement): void {
  if (sure(button, say("removeSure")))
    void change(`/api/matches/${button.dataset["remove"] ?? ""}/delete`, {}, say("removed"));
}

/** A menu closes when one goes elsewhere. */
function closeMenus(but: Element | null): void {
  for (const menu of all<HTMLDetailsElement>("details.more[open]")) if (menu !== but) menu.open = false;
}

function startFinder(): void {
  const form = find<HTMLFormElement>("#finder");
  [page, shelf] = [list()?.dataset["page"] ?? "1", list()?.dataset["shelf"] ?? ""];
  form?.addEventListener("submit", (event) => event.preventDefault());
  form?.addEventListener("input", () => {
    clearTimeout(typing);
    typing = window.setTimeout(() => {
      page = "1";
      look();
    }, PAUSE);
  });
  const turnTo = (selector: string, move: (link: HTMLElement) => void): void =>
    on("click", selector, (link, event) => {
      event.preventDefault();
      move(link);
      look();
    });
  turnTo("#mine-list [data-page]", (link) => (page = link.dataset["page"] ?? "1"));
  turnTo("#mine-list [data-shelf-view]", (link) => {
    [shelf, page] = [link.dataset["shelfView"] ?? "", "1"];
    form?.reset();
  });
  turnTo("#mine-list [data-clear]", () => {
    for (const field of all<HTMLInputElement>("[name]", form ?? document)) field.value = "";
    page = "1";
  });
}

export function startMine(): void {
  find("#mine-title")?.setAttribute("tabindex", "-1");
  startReach();
  startFinder();
  count(Number.POSITIVE_INFINITY, []);
  follow({ mine: true }, (said) => {
    heed(said);
    if (said.kind === "mine") refresh();
  });
  on("click", "[data-shelve]", shelve);
  on("click", "[data-remove]", remove);
  document.addEventListener("click", (event) => {
    closeMenus(event.target instanceof Element ? event.target.closest("details.more") : null);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    find("details.more[open] summary")?.focus();
    closeMenus(null);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}
