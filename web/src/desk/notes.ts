// Private notes: saved by themselves, with a word about it; what was changed elsewhere is never lost silently.

import { find, on } from "../dom";
import { getJson, postForJson } from "../server";
import { say } from "../words";
import { api, asked, copyOf, forSeat, forWho, open, tried, who } from "./common";

interface Note {
  body: string;
  version: number;
}

const PAUSE = 800;
let version = 0;
let saved = "";
let timer = 0;
/** Where the notes stand that are being saved. */
let busy: HTMLTextAreaElement | null = null;
/** Whether somebody has to decide first which notes shall stay. */
let clashed = false;

const area = (): HTMLTextAreaElement | null => find<HTMLTextAreaElement>("#notes textarea");

function tell(key: string): void {
  const state = find("#notes .state");
  if (state) state.textContent = key === "" ? "" : say(key);
  clashed = key === "noteClash";
  find("#notes .clash")?.toggleAttribute("hidden", !clashed);
}

async function load(): Promise<void> {
  const box = find("#notes");
  box?.replaceChildren();
  [version, saved] = [0, ""];
  if (who() === null || !box) return;
  const form = copyOf("notes-form");
  if (form) box.append(form);
  await tried(take, () => tell("noteFailed"));
}

/** Show what the server has, unless somebody has typed or another seat has come before it answers. */
async function take(): Promise<void> {
  const text = area();
  const before = text?.value;
  const note = await getJson<Note>(asked("notes"));
  if (!text || text !== area() || text.value !== before) return;
  [version, saved, text.value] = [note.version, note.body, note.body];
  tell("");
}

async function save(): Promise<void> {
  clearTimeout(timer);
  const text = area();
  if (!text || busy === text || clashed || text.value === saved) return;
  busy = text;
  const body = text.value;
  tell("noteSaving");
  await tried(
    async () => {
      const note = await forWho(postForJson<Note>(api("notes"), { seat: who(), body, version }));
      if (note === null || text !== area()) return;
      [version, saved] = [note.version, body];
      tell("noteSaved");
    },
    (error) => {
      if (text === area()) tell(error.status === 409 ? "noteClash" : "noteFailed");
    },
  );
  if (busy === text) busy = null;
  if (text !== area()) return;
  if (text.value !== saved && text.value !== body) later();
}

function later(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => void save(), PAUSE);
}

/** Somebody has written elsewhere: look again when this tab is looked at and nothing of its own is unsaved. */
function look(): void {
  const text = area();
  if (open("notes") && text && text.value === saved && busy === null) void tried(take, () => undefined);
}

export function startNotes(): void {
  forSeat(() => void load());
  on("input", "#notes textarea", () => {
    if (clashed) return;
    tell("noteChanged");
    later();
  });
  on("focusout", "#notes textarea", () => void save());
  on("click", "[data-note=theirs]", () => void tried(take, () => tell("noteFailed")));
  on("click", "[data-note=mine]", () => {
    void tried(
      async () => {
        const note = await forWho(getJson<Note>(asked("notes")));
        if (note === null) return;
        version = note.version;
        tell("noteChanged");
        await save();
      },
      () => tell("noteFailed"),
    );
  });
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? void save() : look()));
  on("click", "[data-look=notes], [data-tab=notes]", look);
}
