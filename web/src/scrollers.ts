// Fades at the ends of what scrolls sideways: a figure that is cut there is seen to be cut, and that there is more.

import { all } from "./dom";
import { always } from "./morph";

const SCROLLERS = ".scroll, .firms, .thumbs, .areas, .rounds, .turns";

/** Note on an element at which ends more of it is hidden. */
function mark(box: HTMLElement): void {
  const left = Math.abs(box.scrollLeft);
  const hidden = [left > 1 ? "left" : "", left + box.clientWidth < box.scrollWidth - 1 ? "right" : ""];
  const more = hidden.filter((end) => end !== "").join(" ");
  if ((box.dataset["more"] ?? "") === more) return;
  if (more) box.dataset["more"] = more;
  else delete box.dataset["more"];
}

const markAll = (): void => all(SCROLLERS).forEach(mark);

export function startScrollers(): void {
  always(markAll);
  addEventListener("resize", markAll);
  // A box that a tab brings into view has its width only then.
  const seen = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target as HTMLElement);
  });
  always(() => {
    for (const box of all(SCROLLERS)) seen.observe(box);
  });
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches(SCROLLERS)) mark(target);
    },
    { capture: true, passive: true },
  );
}
