// Stepping through the past: slider, buttons and keys; playing on from any position.

import { find, numeric, on } from "./dom";
import { announce, hide, refuse } from "./message";
import { morph } from "./morph";
import { getText, postForJson, Refused } from "./server";

let asking: AbortController | null = null;

const past = (): HTMLElement | null => document.getElementById("past");
const match = document.body.dataset["match"] ?? "";
const KEYS: Record<string, (now: number, last: number) => number> = {
  ArrowLeft: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  Home: () => 0,
  End: (_now, last) => last,
};

async function go(to: number): Promise<void> {
  const box = past();
  const last = numeric(box, "data-last");
  if (!box || to < 0 || to > last) return;
  asking?.abort();
  asking = new AbortController();
  const seat = box.dataset["seat"] ?? "";
  try {
    const html = await getText(`/match/${match}/history/fragment?ply=${to}&seat=${seat}`, asking.signal);
    hide();
    morph(box, html);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    refuse(error);
    return;
  }
  const slide = find<HTMLInputElement>("#slide");
  if (slide) slide.value = String(to);
  showNow();
  const url = new URL(location.href);
  url.searchParams.set("ply", String(to));
  window.history.replaceState(null, "", url);
  announce(find("#said")?.textContent ?? "");
}

/** Put earlier lines of the log below those that are there. */
async function showEarlier(link: HTMLElement): Promise<void> {
  const until = numeric(link, "data-earlier");
  const seat = past()?.dataset["seat"] ?? "";
  try {
    const html = await getText(`/match/${match}/history/log?until=${until}&seat=${seat}`);
    const place = document.getElementById("log-earlier");
    if (!place || numeric(find("a", place), "data-earlier") !== until) return;
    place.insertAdjacentHTML("beforebegin", html);
    place.remove();
    find(`#log-${until} a`)?.focus({ preventScroll: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

/** Bring the present line into the middle of the log, without moving the page. */
function showNow(): void {
  const [list, line] = [find(".log"), find(".log .now")];
  if (list && line) list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.clientHeight) / 2;
}

async function branch(ply: number): Promise<void> {
  const seat = past()?.dataset["seat"] ?? "";
  try {
    const body = { ply, seat: seat === "" ? null : Number(seat) };
    const made = await postForJson<{ id: string }>(`/api/matches/${match}/branch`, body);
    location.assign(`/match/${made.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

export function startHistory(): void {
  on("click", "a[data-to]", (link, event) => {
    event.preventDefault();
    void go(numeric(link, "data-to"));
  });
  on("click", "a[data-earlier]", (link, event) => {
    event.preventDefault();
    void showEarlier(link);
  });
  on("input", "#slide", (slide) => void go(Number((slide as HTMLInputElement).value)));
  on("click", "[data-branch]", (button) => void branch(numeric(button, "data-branch")));
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    const elsewhere = event.target instanceof Element && event.target.closest(".hex, input, select, .mapbox");
    if (!step || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    void go(step(numeric(past(), "data-ply"), numeric(past(), "data-last")));
  });
  showNow();
}
