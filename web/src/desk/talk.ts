// Messages between the players of a table: what they write is text, never markup.

import { match } from "../board";
import { all, find, make, on, refill } from "../dom";
import { announce, show } from "../message";
import { always } from "../morph";
import { notify } from "../notify";
import { getJson, postForJson, type Refused } from "../server";
import { hearSound } from "../show/sound";
import { titleUnread } from "../title";
import { stamps } from "../when";
import { say } from "../words";
import { api, asked, copyOf, forSeat, forWho, open, tried, who } from "./common";

interface Message {
  number: number;
  seat: number;
  name: string;
  body: string;
  created: number;
}

interface Talk {
  seat: number | null;
  readers: "players" | "all";
  heard: number | null;
  muted: number[];
  messages: Message[];
}

/** The event that there are so many messages by now. */
export const SAID = "stellwerk:said";

const clock = stamps();
/** Letters of a message that are told beside the table. */
const TOLD = 120;
const names = new Map<number, string>();
let last = 0;
let heard = 0;
let unread = 0;
let muted: number[] = [];
let there = false;
let loading = false;
/** Whether there may be more than what is being asked for. */
let wanted = false;
/** Whether what was written before is here: what comes then is new. */
let begun = false;
/** Message that is being sent, with the key by which the server knows it again if it is sent once more. */
let sending = { to: "", body: "", key: "" };

function line(message: Message): HTMLElement {
  const own = message.seat === who();
  const when = new Date(message.created * 1000);
  const head = make("p", {}, make("b", {}, message.name), " ");
  head.append(make("time", { datetime: when.toISOString() }, clock.format(when)));
  if (!own && who() !== null)
    head.append(make("button", { type: "button", class: "link", "data-mute": String(message.seat) }, say("talkMute")));
  const item = make("li", { "data-number": String(message.number) }, head);
  item.append(make("p", { class: "said" }, message.body));
  item.classList.toggle("own", own);
  return item;
}

/** Who is muted stands above, to be heard again. */
function tellMuted(): void {
  refill(
    find("#talk .muted"),
    ...muted.map((seat) =>
      make(
        "button",
        { type: "button", class: "link", "data-hear": String(seat) },
        say("talkHear", { name: names.get(seat) ?? String(seat + 1) }),
      ),
    ),
  );
}

function paint(): void {
  find("#talk")?.toggleAttribute("hidden", !there);
  for (const button of all("#look-talk, #tab-talk")) {
    // Players find the record of the table here too.
    button.hidden = !there && who() === null;
    if (unread > 0) button.dataset["unread"] = String(unread);
    else delete button.dataset["unread"];
    button.setAttribute("aria-description", unread > 0 ? say("talkUnread", { number: unread }) : "");
  }
  titleUnread(unread);
}

/** Tell somebody who does not look at the messages that there is one; a refusal stays before their eyes. */
function tellNew({ name, body }: Message): void {
  hearSound("message");
  if (open("talk")) return;
  const text = body.length > TOLD ? `${body.slice(0, TOLD)} …` : body;
  const told = say("talkNew", { name, text });
  if (!find("#message:not(.mild, [hidden])")) show({ text: told, mild: true });
  announce(told);
  notify(say("notifyTable"), told, `talk ${match}`);
}

function closed(error: Refused): void {
  if (error.status === 403) there = false;
  paint();
}

async function load(): Promise<void> {
  wanted = true;
  if (loading) return;
  loading = true;
  while (wanted) {
    wanted = false;
    await take();
  }
  loading = false;
  paint();
}

async function take(): Promise<void> {
  await tried(async () => {
    const talk = await forWho(getJson<Talk>(`${asked("messages")}&since=${last}`));
    if (talk === null) return;
    const list = find("#talk ol");
    [there, muted, heard] = [true, talk.muted, Math.max(heard, talk.heard ?? 0)];
    for (const message of talk.messages) {
      names.set(message.seat, message.name);
      if (message.number <= last) continue;
      last = message.number;
      if (message.number > heard && message.seat !== who()) {
        unread += 1;
        if (begun && !muted.includes(message.seat)) tellNew(message);
      }
      list?.append(line(message));
    }
    begun = true;
    const none = find("#talk .none");
    none?.toggleAttribute("hidden", last > 0);
    if (none && talk.readers === "all") none.textContent = say("talkOpen");
    tellMuted();
    read();
  }, closed);
}

/** What is before somebody's eyes is read. */
function read(): void {
  if (!open("talk")) return;
  const list = find("#talk ol");
  if (list) list.scrollTop = list.scrollHeight;
  if (last > heard && who() !== null) {
    heard = last;
    void tried(
      async () => void (await postForJson(api("messages/heard"), { seat: who(), heard })),
      () => undefined,
    );
  }
  unread = 0;
  paint();
}

function begin(): void {
  [last, heard, unread, muted, begun] = [0, 0, 0, [], false];
  const box = find("#talk");
  const form = copyOf("talk-form");
  box?.replaceChildren();
  if (!box || !form) return;
  box.append(form);
  find("#talk form")?.toggleAttribute("hidden", who() === null);
  void load();
}

function keyFor(body: string): string {
  const to = `${who()}`;
  if (sending.to !== to || sending.body !== body) {
    const drawn = [...crypto.getRandomValues(new Uint8Array(12))];
    sending = { to, body, key: drawn.map((byte) => byte.toString(16).padStart(2, "0")).join("") };
  }
  return sending.key;
}

async function send(form: HTMLFormElement): Promise<void> {
  const text = find<HTMLTextAreaElement>("textarea", form);
  const state = find(".state", form);
  if (!text || text.value.trim() === "") return;
  const body = text.value;
  text.disabled = true;
  await tried(
    async () => {
      await postForJson(api("messages"), { seat: who(), body, key: keyFor(body) });
      sending.key = sending.body = "";
      text.value = "";
      if (state) state.textContent = "";
    },
    (error) => {
      if (state) state.textContent = error.text;
    },
  );
  text.disabled = false;
  text.focus();
  await load();
}

async function mute(next: number[]): Promise<void> {
  await tried(async () => {
    await postForJson(api("messages/heard"), { seat: who(), muted: next });
    begin();
  }, closed);
}

export function startTalk(): void {
  forSeat(begin);
  always(paint);
  document.addEventListener(SAID, (event) => {
    if ((event as CustomEvent<number>).detail > last) void load();
  });
  document.addEventListener("visibilitychange", read);
  on("click", "[data-look=talk], [data-tab=talk]", read);
  on("submit", "#talk form", (form, event) => {
    event.preventDefault();
    void send(form as HTMLFormElement);
  });
  on("keydown", "#talk textarea", (text, event) => {
    const key = event as KeyboardEvent;
    if (key.key !== "Enter" || key.shiftKey || key.isComposing) return;
    key.preventDefault();
    text.closest("form")?.requestSubmit();
  });
  on("click", "[data-mute]", (button) => void mute([...muted, Number(button.dataset["mute"])]));
  on("click", "[data-hear]", (button) => void mute(muted.filter((seat) => seat !== Number(button.dataset["hear"]))));
}
