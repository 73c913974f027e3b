// Patch a fresh fragment into the page, keeping focus, scrolling and what only the browser knows.

import { Idiomorph } from "idiomorph";
import { all } from "./dom";
import { rescue } from "./focus";

type Refresher = () => void;
const refreshers: Refresher[] = [];

/** Run now and after every morph: what a script put on the page is put there again. */
export function always(refresh: Refresher): void {
  refreshers.push(refresh);
  refresh();
}

type Watcher = () => () => void;
const watchers: Watcher[] = [];

/** Look before every morph, and again after it. */
export function around(watch: Watcher): void {
  watchers.push(watch);
}

/** Make something look like a fresh one. What is the same stays as it is: the focus, and a press that has begun. */
export function patch(old: Element | null, fresh: Element, morphStyle: "outerHTML" | "innerHTML" = "outerHTML"): void {
  if (!old || old.isEqualNode(fresh)) return;
  Idiomorph.morph(old, morphStyle === "innerHTML" ? fresh.innerHTML : fresh, { morphStyle });
}

const SCROLLED = ".log, .mapbox, .stage, .decided, .lookup, .side";

/** Put what belongs elsewhere on the page into its place there, and give back the rest. */
function placed(html: string): string {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const part of fresh.content.querySelectorAll("[data-elsewhere]")) {
    const place = document.getElementById(part.id);
    part.remove();
    part.removeAttribute("data-elsewhere");
    if (place) Idiomorph.morph(place, part.outerHTML, { morphStyle: "outerHTML" });
  }
  return fresh.innerHTML;
}

export function morph(element: Element, html: string): void {
  // Wherever the focus is: parts that stand elsewhere on the page change too, and what a script put there.
  const focused = document.activeElement !== null && document.activeElement !== document.body;
  const after = watchers.map((watch) => watch());
  const scrolled = all(SCROLLED).map((box) => [box.id, box.scrollTop, box.scrollLeft] as const);
  Idiomorph.morph(element, placed(html), {
    morphStyle: "outerHTML",
    callbacks: {
      // A drawing that is the same is left alone as a whole: most of a map is, after every action. What a script
      // fills by itself is left alone too.
      beforeNodeMorphed: (node, fresh) =>
        !(node instanceof SVGElement && node.isEqualNode(fresh)) &&
        !(node instanceof HTMLElement && node.hasAttribute("data-own")),
      // A size that a script set and a list that a reader opened are not the server's to change.
      beforeAttributeUpdated: (name, node, change) => {
        // But what is needed now is opened once, wherever it was shut before.
        if (name === "data-needed" && change === "update") node.setAttribute("open", "");
        return !(name === "style" || (name === "open" && node.localName === "details"));
      },
    },
  });
  for (const [id, top, left] of scrolled) {
    const box = id ? document.getElementById(id) : null;
    if (box) [box.scrollTop, box.scrollLeft] = [top, left];
  }
  for (const refresh of refreshers) refresh();
  if (focused) rescue();
  for (const look of after) look();
}
