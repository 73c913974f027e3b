// The log: turns of several steps are folded to a line each, but for the latest and what a reader has opened.

import { all, on } from "./dom";
import { always } from "./morph";

const opened = new Map<string, boolean>();
let whole = false;

function settle(): void {
  for (const steps of all<HTMLDetailsElement>("#log details.log-steps")) {
    const open = opened.get(steps.id) ?? (whole || steps.hasAttribute("data-open"));
    if (steps.open !== open) steps.open = open;
  }
  for (const button of all("[data-fold]")) button.setAttribute("aria-pressed", String(whole));
}

export function startLog(): void {
  on("click", "#log details.log-steps > summary", (summary) => {
    const steps = summary.parentElement as HTMLDetailsElement;
    opened.set(steps.id, !steps.open); // the browser turns it after this
  });
  on("click", "[data-fold]", () => {
    whole = !whole;
    opened.clear();
    settle();
  });
  always(settle);
}
