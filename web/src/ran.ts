// Runs of the past upon the map: in the history the one of the position, at a table any that is asked for.

import { find, make, on } from "./dom";
import { inDialog } from "./keys";
import { announce, refuse } from "./message";
import { always } from "./morph";
import { getText, Refused } from "./server";
import { say } from "./words";

let shown = "";

/** Put the drawing that came with a told run into its place on the map. */
function paint(): void {
  const layer = document.getElementById("past-layer");
  if (!layer) return;
  const drawing = find<SVGGElement>('#ran [data-layer-for="past"]');
  layer.replaceChildren(...(drawing ? [...drawing.children].map((part) => part.cloneNode(true)) : []));
}

function card(): HTMLElement {
  const there = document.getElementById("ran");
  if (there) return there;
  const made = make("div", { id: "ran", class: "ran-card", role: "region" });
  document.body.append(made);
  return made;
}

export function hideRun(): boolean {
  if (!shown) return false;
  shown = "";
  document.getElementById("ran")?.remove();
  paint();
  return true;
}

async function ask(what: string): Promise<void> {
  if (shown === what) {
    hideRun();
    return;
  }
  try {
    const match = document.body.dataset["match"] ?? "";
    const seat = document.getElementById("table")?.dataset["seat"] ?? "";
    const html = await getText(`/match/${match}/run?${what}&seat=${seat}`);
    const place = card();
    place.innerHTML = html;
    place.prepend(
      make("button", { type: "button", class: "quiet", "data-hide-run": "", "aria-label": say("close") }, "×"),
    );
    shown = what;
    paint();
    find<HTMLElement>('[data-show="map"][aria-pressed="false"], [data-tab="map"][aria-pressed="false"]')?.click();
    announce(find("#ran h3")?.textContent ?? "");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

export function startRuns(): void {
  always(paint);
  on("click", "[data-ran]", (button) => void ask(`ply=${button.dataset["ran"] ?? ""}`));
  on("click", "[data-ran-of]", (button) => void ask(`of=${encodeURIComponent(button.dataset["ranOf"] ?? "")}`));
  on("click", "[data-hide-run]", () => void hideRun());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !inDialog() && hideRun()) event.preventDefault();
  });
}
