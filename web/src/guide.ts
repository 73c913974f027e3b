// The guided match: a box that tells what to do, outlines where, and says what helps on after a refusal. All it knows
// stands in the box, which the server makes anew after every action.

import { ply, rev, send } from "./board";
import { all, find, numeric, on } from "./dom";
import { REFUSED, refuse } from "./message";
import { always } from "./morph";
import { postForJson, Refused } from "./server";

const MARK = "guided";
const FOLD = "stellwerk.guide.folded";
const CORNERS = ["bottom-left", "bottom-right", "top-left", "top-right"] as const;
/** Larger than this part of the window a thing is a background on which the box may lie. */
const LARGE = 0.4;
const NARROW = 600;

interface Choice {
  kind: string;
  args: unknown[];
}

const box = (): HTMLElement | null => document.getElementById("guide");
const match = document.body.dataset["match"] ?? "";

const seen = (element: Element): boolean => element.getClientRects().length > 0;

// --- what is outlined ---------------------------------------------------------------------------------

function choices(kind: string, args: string[]): HTMLElement[] {
  return all("#table [data-choice], #table [data-holes]").filter((element) => {
    const choice: Choice = JSON.parse(element.dataset["choice"] ?? element.dataset["holes"] ?? "null");
    return choice.kind === kind && args.every((arg, at) => String(choice.args[at]) === arg);
  });
}

/** A choice behind an offer that has yet to be chosen is shown by that offer. */
function openers(element: HTMLElement): Element[] {
  // A radio is not drawn itself.
  if (element instanceof HTMLInputElement) return [element.closest("label") ?? element];
  const held = element.closest<HTMLElement>("[data-when]");
  if (seen(element) || !held) return [element];
  const when: Record<string, string> = JSON.parse(held.dataset["when"] ?? "{}");
  const inputs = Object.entries(when).flatMap(([name, value]) =>
    all<HTMLInputElement>(`#table input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`),
  );
  return inputs.flatMap((input) => input.closest("label") ?? [...(input.labels ?? []), input]);
}

/** The elements that a line of the guide names. */
function named(what: string): Element[] {
  const at = what.indexOf(":");
  const [how, which] = [what.slice(0, at), what.slice(at + 1)];
  switch (how) {
    case "choice": {
      const [kind = "", ...args] = which.split(":");
      return choices(kind, args).flatMap(openers);
    }
    case "hex":
      return all(`#table [data-hex="${CSS.escape(which)}"]`);
    case "part":
      return all(`#part-${CSS.escape(which)}`);
    case "css":
      return all(which);
    default:
      return [];
  }
}

function wanted(): string[] {
  const told: string[] = JSON.parse(box()?.dataset["show"] ?? "[]");
  return told;
}

function outline(): void {
  for (const old of all(`.${MARK}`)) old.classList.remove(MARK);
  for (const what of wanted()) for (const element of named(what)) element.classList.add(MARK);
  // What is chosen may lie in a fold.
  for (const marked of all(`.decided details .${MARK}`)) marked.closest("details")?.setAttribute("open", "");
}

function targets(): Element[] {
  return all(`.${MARK}`).filter(seen);
}

/** Where only parts that are not shown have something outlined, show the first of them. */
function uncover(): void {
  if (targets().length > 0) return;
  const part = find(`.${MARK}`)?.closest<HTMLElement>(".part[id^=part-]");
  const name = part?.id.slice("part-".length) ?? "";
  const tabs = all(`[data-show="${name}"], [data-look="${name}"], [data-tab="${name}"]`);
  tabs.find(seen)?.click();
}

/** Bring what is outlined into view. */
function point(): void {
  uncover();
  const first = targets()[0];
  if (!first) return;
  first.scrollIntoView({ block: "center", inline: "center" });
  const goal = first.matches("a, button, input, [tabindex]") ? first : find("button, input, [tabindex]", first);
  if (goal instanceof HTMLElement || goal instanceof SVGElement) goal.focus({ preventScroll: true });
  place();
}

// --- where the box stands -----------------------------------------------------------------------------

function overlap(a: DOMRect, b: DOMRect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Take the first corner in which the box covers nothing that is outlined, or that in which it covers least. */
function place(): void {
  const guide = box();
  if (!guide) return;
  const whole = window.innerWidth * window.innerHeight;
  const rects = targets()
    .map((element) => element.getBoundingClientRect())
    .filter((rect) => rect.width * rect.height < LARGE * whole);
  let [best, least] = [CORNERS[0] as string, Number.POSITIVE_INFINITY];
  for (const corner of CORNERS) {
    guide.dataset["corner"] = corner;
    const own = guide.getBoundingClientRect();
    const covered = rects.reduce((sum, rect) => sum + overlap(own, rect), 0);
    if (covered < least) [best, least] = [corner, covered];
    if (covered === 0) break;
  }
  guide.dataset["corner"] = best;
}

function fold(folded: boolean): void {
  const guide = box();
  const button = find("[data-guide-fold]", guide ?? document);
  if (!guide || !button) return;
  guide.classList.toggle("folded", folded);
  button.setAttribute("aria-expanded", String(!folded));
  button.textContent = folded ? "+" : "–";
}

// --- what is done -------------------------------------------------------------------------------------

async function free(): Promise<void> {
  try {
    const made = await postForJson<{ id: string }>(`/match/${match}/guide/freed`, {});
    location.assign(`/match/${made.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

/** Say what helps on after a refusal, beside the refusal itself. */
function nudge(rule: string): void {
  const line = find("#guide-nudge");
  const guide = box();
  if (!line || !guide || !["asked", "looking"].includes(guide.dataset["how"] ?? "")) return;
  const known: Record<string, string> = JSON.parse(guide.dataset["nudges"] ?? "{}");
  line.textContent = known[rule] ?? line.dataset["plain"] ?? "";
  line.hidden = false;
  place();
}

export function startGuide(): void {
  if (!box()) return;
  document.body.classList.add("guiding");
  let step = "";
  always(() => {
    outline();
    fold(sessionStorage.getItem(FOLD) === "yes");
    const now = `${box()?.dataset["step"]}${box()?.dataset["how"]}`;
    place();
    // What the new step is about is brought into view once, and never against who scrolls.
    if (now !== step && find(`.${MARK}`)) window.requestAnimationFrame(reveal);
    step = now;
  });
  on("click", "[data-guide-go]", (button) => {
    const done = button.hasAttribute("data-guide-done");
    void send({ step: numeric(button, "data-guide-go"), done, ply: ply(), rev: rev() }, "guide");
  });
  on("click", "[data-guide-free]", () => void free());
  on("click", "[data-guide-point]", () => {
    // Where the box takes much of the screen it makes room for what is to be looked at.
    if (window.innerWidth < NARROW) fold(true);
    point();
  });
  on("click", "[data-guide-fold]", () => {
    const folded = !box()?.classList.contains("folded");
    sessionStorage.setItem(FOLD, folded ? "yes" : "no");
    fold(folded);
    place();
  });
  document.addEventListener(REFUSED, (event) => {
    nudge(String((event as CustomEvent<string | null>).detail));
  });
  window.addEventListener("resize", place);
  window.addEventListener("scroll", place, { passive: true });
}

function reveal(): void {
  uncover();
  const first = targets()[0];
  const rect = first?.getBoundingClientRect();
  if (!first || !rect) return;
  const inside = rect.top >= 0 && rect.bottom <= window.innerHeight;
  if (!inside) first.scrollIntoView({ block: "center", inline: "nearest" });
  place();
}
