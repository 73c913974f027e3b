// The lobby: beginning a match. Its options, its seats, files and the own matches each have a file of their own.

import { all, find, on } from "./dom";
import { startFiles } from "./files";
import { keepLink, showLinksAt } from "./links";
import { refuse, show } from "./message";
import { startMine } from "./mine";
import { chosenIn, compare, fieldsOf, judge, take, tell, unfold } from "./options";
import { paceIn, startPace } from "./pace";
import { sitting, startSeating } from "./seating";
import { postForJson, Refused } from "./server";
import { say } from "./words";

const GAME = "stellwerk.game";

interface Begun {
  id: string;
  invitations: { seat: number; link: string }[];
}

async function begin(body: unknown): Promise<void> {
  try {
    const made = await postForJson<Begun>("/api/matches", body);
    for (const { seat, link } of made.invitations) keepLink(made.id, seat, link);
    if (made.invitations.length > 0) showLinksAt(made.id);
    location.assign(`/match/${made.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

function submit(form: HTMLElement): void {
  const game = find<HTMLInputElement>("input[name=game]:checked", form)?.value ?? "";
  const panel = find(`[data-game="${game}"]`, form);
  if (!panel) return;
  const { seats, nameless } = sitting(panel);
  if (nameless) {
    nameless.focus();
    show({ text: say("nameNeeded") });
    return;
  }
  localStorage.setItem(GAME, game);
  const wrong = fieldsOf(panel).find((field) => !field.checkValidity());
  if (wrong) {
    unfold(wrong);
    wrong.reportValidity();
    return;
  }
  const clash = fieldsOf(panel).find((field) => field.getAttribute("aria-invalid"));
  if (clash) {
    unfold(clash);
    clash.focus();
  }
  const hints = find<HTMLInputElement>("input.may-ask", panel)?.checked ?? false;
  const talk = find<HTMLSelectElement>("select.talk", panel)?.value ?? null;
  void begin({ game, seats, options: chosenIn(panel), talk, clock: paceIn(panel), hints });
}

function startPanel(panel: HTMLElement): void {
  startSeating(panel);
  startPace(panel);
  panel.addEventListener("change", (event) => {
    const field = event.target instanceof Element ? event.target : null;
    if (field?.matches(".preset input")) take(panel, (field as HTMLInputElement).value);
    else if (field?.matches("[data-option]")) compare(panel);
    else return;
    void judge(panel);
  });
  // A number is heard while it is typed: if the page grew only when its field is left, a click would miss its button.
  panel.addEventListener("input", (event) => {
    if (event.target instanceof Element && event.target.matches("[data-option]")) tell(panel);
  });
  compare(panel);
}

export function startLobby(): void {
  const form = find("#new");
  const panels = all("[data-game]", form ?? document);
  panels.forEach(startPanel);
  const turnTo = (game: string): void => {
    for (const panel of panels) panel.hidden = panel.dataset["game"] !== game;
  };
  on("change", "input[name=game]", (input) => turnTo((input as HTMLInputElement).value));
  // A browser may have kept the choice over a reload; else the game that was played last is there again.
  const last = find<HTMLInputElement>(`input[name=game][value="${CSS.escape(localStorage.getItem(GAME) ?? "")}"]`);
  if (last) last.checked = true;
  turnTo(find<HTMLInputElement>("input[name=game]:checked")?.value ?? "");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(form);
  });
  startFiles();
  startMine();
}
