// What a bot would do at an own decision, and why: asked for by a button, shown above the decision, gone with it.

import { type Action, act, match, rev, seat } from "./board";
import { find, make, on } from "./dom";
import { announce, refuse } from "./message";
import { always } from "./morph";
import { postForJson, Refused } from "./server";
import { say } from "./words";

interface Candidate {
  action: Action;
  text: string;
  /** Expected final score, as the game writes it. */
  score: string;
  reasons: string[];
}

/** The rev and the seat for which the box speaks; "" for none. */
let told = "";

const now = (): string => `${rev()} ${seat()}`;
const box = (): HTMLElement | null => find("#hints");

function clear(): void {
  if (told && told !== now()) {
    told = "";
    box()?.replaceChildren();
  }
}

function row({ action, text, score, reasons }: Candidate, at: number): HTMLElement {
  const button = make("button", { type: "button", id: `hint-${at}` }, text);
  button.addEventListener("click", () => void act(action));
  const why = make("ul", {}, ...reasons.map((reason) => make("li", {}, reason)));
  return make("li", {}, button, " ", make("span", { class: "worth" }, say("hintWorth", { score })), why);
}

function draw(found: Candidate[]): void {
  const place = box();
  if (!place) return;
  const close = make(
    "button",
    { type: "button", class: "quiet", "data-hint-close": "", "aria-label": say("close") },
    "×",
  );
  const head = make("div", { class: "head" }, make("h2", {}, say("hintTitle")), close);
  const list = found.map(row);
  const some = [make("ol", {}, ...list), make("p", { class: "note" }, say("hintMeans"))];
  place.replaceChildren(head, ...(list.length > 0 ? some : [make("p", {}, say("hintNone"))]));
  place.scrollIntoView({ block: "nearest" });
  announce(say("hintTitle"));
}

async function ask(button: HTMLElement): Promise<void> {
  if (button.ariaDisabled) return;
  const asked = now();
  button.ariaDisabled = "true"; // a disabled button would lose the focus
  box()?.setAttribute("aria-busy", "true");
  box()?.replaceChildren(make("p", {}, say("hintThinking")));
  told = asked;
  try {
    const answer = await postForJson<{ advice: Candidate[] }>(`/api/matches/${match}/advice`, { seat: Number(seat()) });
    if (asked === now()) draw(answer.advice);
  } catch (error) {
    box()?.replaceChildren();
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  } finally {
    button.ariaDisabled = null;
    box()?.removeAttribute("aria-busy");
  }
}

export function startHints(): void {
  always(clear);
  on("click", "[data-advise]", (button) => void ask(button));
  on("click", "[data-hint-close]", () => {
    told = "";
    box()?.replaceChildren();
    find("#advise")?.focus();
  });
}
