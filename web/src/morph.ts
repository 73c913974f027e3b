// Patch a fresh fragment into the page, keeping focus, scrolling and what only the browser knows.

import { Idiomorph } from "idiomorph";
import { all, find } from "./dom";

type Refresher = () => void;
const refreshers: Refresher[] = [];

/** Run now and after every morph: what a script put on the page is put there again. */
export function always(refresh: Refresher): void {
  refreshers.push(refresh);
  refresh();
}

export function morph(element: Element, html: string): void {
  const before = document.activeElement;
  const inside = before !== null && element.contains(before);
  const scrolled = all(".log, .mapbox").map((box) => [box.id, box.scrollTop, box.scrollLeft] as const);
  Idiomorph.morph(element, html, {
    morphStyle: "outerHTML",
    callbacks: {
      // A drawing that is the same is left alone as a whole: most of a map is, after every action.
      beforeNodeMorphed: (node, fresh) => !(node instanceof SVGElement && node.isEqualNode(fresh)),
      // A size that a script set and a list that a reader opened are not the server's to change.
      beforeAttributeUpdated: (name, node) => !(name === "style" || (name === "open" && node.localName === "details")),
    },
  });
  for (const [id, top, left] of scrolled) {
    const box = id ? document.getElementById(id) : null;
    if (box) [box.scrollTop, box.scrollLeft] = [top, left];
  }
  for (const refresh of refreshers) refresh();
  if (inside && (document.activeElement === document.body || document.activeElement === null)) rescue();
}

/** Where the focus goes when what had it is gone. */
function rescue(): void {
  const goal = find("[data-unveil]") ?? find("#headline");
  if (!goal) return;
  if (goal.id === "headline") goal.tabIndex = -1;
  goal.focus({ preventScroll: true });
}
