// Planning: a scratch board whose steps are kept in this browser; the server draws what they come to and keeps nothing.

import type { Action } from "../board";
import { match, seat } from "../board";
import { all, find, on } from "../dom";
import { announce, refuse } from "../message";
import { always, morph } from "../morph";
import { startOffers } from "../offer_buttons";
import { postForText, Refused } from "../server";
import { hexOf } from "./data";
import { learn } from "./worth";

type Step = (string | number)[];

interface Kept {
  steps: Step[];
  company: string | null;
}

const MOST = 60;
const NONE = '{"values": [], "total": 0}';
let kept: Kept = { steps: [], company: null };
let asked = 0;

const place = (): string => `stellwerk.plan.${match}.${seat()}`;

function remember(): void {
  if (kept.steps.length > 0) localStorage.setItem(place(), JSON.stringify(kept));
  else localStorage.removeItem(place());
}

function recall(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(place()) ?? "null") as Kept | null;
    if (found && Array.isArray(found.steps)) return { steps: found.steps, company: found.company ?? null };
  } catch {
    // What cannot be read is no plan.
  }
  return { steps: [], company: null };
}

/** Have the plan drawn; an answer that a later question has overtaken is thrown away. */
export async function drawPlan(): Promise<void> {
  asked += 1;
  const mine = asked;
  const table = document.getElementById("table");
  if (!table) return;
  table.setAttribute("aria-busy", "true");
  try {
    const html = await postForText(`/match/${match}/plan?seat=${seat()}`, kept);
    if (mine !== asked) return;
    morph(table, html);
    announce(find("#plan-panel .now td:last-child")?.textContent?.trim() ?? "");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine === asked) refuse(error);
  } finally {
    if (mine === asked) document.getElementById("table")?.removeAttribute("aria-busy");
  }
}

function change(steps: Step[], company: string | null = kept.company): void {
  kept = { steps: steps.slice(0, MOST), company };
  remember();
  void drawPlan();
}

const add = (step: Step): void => change([...kept.steps, step]);

/** The company that the plan is looked at for. */
const company = (): string => find("#plan-panel")?.dataset["company"] ?? "";

function build(action: Action): void {
  add([action.kind, company(), ...(action.args as (string | number)[])]);
}

/** Mark what the plan has changed, and show what further steps would bring. */
function paint(): void {
  const changed = new Set((find("#plan-panel")?.dataset["changed"] ?? "").split(" ").filter(Boolean));
  for (const hex of all(".hx.sketched")) hex.classList.remove("sketched");
  for (const name of changed) hexOf(name)?.classList.add("sketched");
  learn(JSON.parse(document.getElementById("plan-values")?.textContent || NONE), company());
}

export function startPlan(): void {
  startOffers(build);
  always(paint);
  on("click", "[data-plan-step]", (button) => add(JSON.parse(button.dataset["planStep"] ?? "[]") as Step));
  on("click", "[data-plan-company]", (button) => change(kept.steps, button.dataset["planCompany"] ?? null));
  on("click", "[data-plan-drop]", (button) => {
    const at = Number(button.dataset["planDrop"]);
    change(kept.steps.filter((_step, index) => index !== at));
  });
  on("click", "[data-plan-undo]", () => change(kept.steps.slice(0, -1)));
  on("click", "[data-plan-clear]", () => change([]));
  document.addEventListener("change", (event) => {
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || !select.value) return;
    const train = select.dataset["planTrain"];
    if (train !== undefined) add(["train", train, select.value]);
    else if (select.dataset["planPhase"] !== undefined) add(["phase", select.value]);
  });
  kept = recall();
  if (kept.steps.length > 0) void drawPlan();
}
