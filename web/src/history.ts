// Stepping through the past: slider, buttons and keys; playing on from any position.

import { pause, startAutoplay, toggle } from "./autoplay";
import { all, find, numeric, on } from "./dom";
import { announce, hide, refuse } from "./message";
import { morph } from "./morph";
import { startRuns } from "./ran";
import { getText, postForJson, Refused } from "./server";

let asking: AbortController | null = null;

const past = (): HTMLElement | null => document.getElementById("past");
const match = document.body.dataset["match"] ?? "";
/** The links that keys press, with Shift before the name where it is held. */
const KEYS: Record<string, string> = {
  ArrowLeft: "#step-back",
  ArrowRight: "#step-on",
  "Shift ArrowLeft": "#turn-back",
  "Shift ArrowRight": "#turn-on",
  PageUp: "#round-back",
  PageDown: "#round-on",
  Home: "#step-first",
  End: "#step-last",
};
const WHEEL = 60;

/** Show a position of the past; whether it came. */
async function go(to: number): Promise<boolean> {
  const box = past();
  const last = numeric(box, "data-last");
  if (!box || to < 0 || to > last) return false;
  asking?.abort();
  asking = new AbortController();
  const seat = box.dataset["seat"] ?? "";
  try {
    const html = await getText(`/match/${match}/history/fragment?ply=${to}&seat=${seat}`, asking.signal);
    hide();
    morph(box, html);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return false;
    if (!(error instanceof Refused)) throw error;
    refuse(error);
    return false;
  }
  const slide = find<HTMLInputElement>("#slide");
  if (slide) slide.value = String(to);
  showNow();
  const url = new URL(location.href);
  url.searchParams.set("ply", String(to));
  window.history.replaceState(null, "", url);
  announce(find("#said")?.textContent ?? "");
  return true;
}

/** Go somewhere by hand: what plays by itself stops. */
function step(to: number): void {
  pause();
  void go(to);
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

/** Bring the present line into the middle of the log, and the present marks of the timeline, without moving the page. */
function showNow(): void {
  for (const list of all(".timeline ol")) {
    const mark = find<HTMLElement>("[aria-current]", list);
    if (mark) list.scrollLeft = mark.offsetLeft - list.offsetLeft - (list.clientWidth - mark.clientWidth) / 2;
  }
  const line = find(".log .now");
  // The panel scrolls, or in a low window the log itself.
  const around = [".log", ".lookup"].map((one) => line?.closest<HTMLElement>(one));
  const list = around.find((one) => one && one.scrollHeight > one.clientHeight);
  if (!list || !line) return;
  const away = line.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += away - (list.clientHeight - line.clientHeight) / 2;
}

async function branch(label: string): Promise<void> {
  const seat = past()?.dataset["seat"] ?? "";
  try {
    const body = { ply: numeric(past(), "data-ply"), seat: seat === "" ? null : Number(seat), label: label || null };
    const made = await postForJson<{ id: string }>(`/api/matches/${match}/branch`, body);
    location.assign(`/match/${made.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

function key(event: KeyboardEvent): void {
  const elsewhere =
    event.target instanceof Element && event.target.closest(".hex, .hx, input, select, .mapbox, dialog");
  if (event.defaultPrevented || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " ") {
    if (event.target instanceof Element && event.target.closest("button, summary, a")) return;
    event.preventDefault();
    toggle(go);
    return;
  }
  const link = find(KEYS[`${event.shiftKey ? "Shift " : ""}${event.key}`] ?? "#nowhere");
  if (!link) return;
  event.preventDefault();
  if (link.hasAttribute("data-to")) step(numeric(link, "data-to"));
}

let turned = 0;

/** The wheel over the controls goes through the actions; away from the reader is back. */
function wheel(event: WheelEvent): void {
  const over = event.target instanceof Element && event.target.closest(".history-bar .jumps, .history-bar .slide");
  if (!over || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL;
  const notches = Math.trunc(turned / WHEEL);
  if (notches === 0) return;
  turned = 0;
  const [now, last] = [numeric(past(), "data-ply"), numeric(past(), "data-last")];
  step(Math.min(Math.max(now + Math.sign(notches), 0), last));
}

export function startHistory(): void {
  on("click", "a[data-to]", (link, event) => {
    event.preventDefault();
    step(numeric(link, "data-to"));
  });
  on("click", "a[data-earlier]", (link, event) => {
    event.preventDefault();
    void showEarlier(link);
  });
  on("input", "#slide", (slide) => step(Number((slide as HTMLInputElement).value)));
  on("submit", "#branching form", (form, event) => {
    event.preventDefault();
    form.closest("dialog")?.close();
    void branch(find<HTMLInputElement>("[name=label]", form)?.value.trim() ?? "");
  });
  document.addEventListener("keydown", key);
  document.addEventListener("wheel", wheel, { passive: false });
  startAutoplay(go);
  startRuns();
  showNow();
}
