// The wheel over a map: alone it scrolls the page, with Ctrl or Cmd it enlarges the map. A pinch on a trackpad arrives as a
// wheel with Ctrl.

import { all, find, make } from "./dom";
import { say } from "./words";

type Zoom = (notches: number, event: WheelEvent) => void;

const PIXELS = 100;
const LINES = 3;
const READ = 1800;
let knows = false;
let timer = 0;

/** How far a wheel was turned; away from the reader is positive. A page counts as a notch. */
function notches(event: WheelEvent): number {
  const unit =
    event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? PIXELS : event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINES : 1;
  return Math.min(Math.max(-event.deltaY / unit, -5), 5);
}

/** Whether the page cannot go further in the direction of the wheel. */
function atEnd(event: WheelEvent): boolean {
  const page = document.documentElement;
  return event.deltaY < 0 ? page.scrollTop <= 0 : page.scrollTop + page.clientHeight >= page.scrollHeight - 1;
}

/** Say how the map is enlarged, upon it and for a moment; a click goes through the words. */
function hint(map: Element): void {
  const seen = (map.parentElement ?? map).getBoundingClientRect();
  const line = find(".wheel-hint") ?? make("p", { class: "wheel-hint", "aria-hidden": "true" });
  line.textContent = say(/Mac|iP(hone|ad)/.test(navigator.platform) ? "wheelMac" : "wheel");
  line.style.left = `${seen.left + seen.width / 2}px`;
  line.style.top = `${Math.min(seen.bottom, innerHeight) - 12}px`;
  document.body.append(line);
  clearTimeout(timer);
  timer = window.setTimeout(unhint, READ);
}

function unhint(): void {
  for (const line of all(".wheel-hint")) line.remove();
}

/** Listen to the wheel over a map. Who turns it in vain, or has enlarged the map before, is told about Ctrl. */
export function onWheel(selector: string, zoom: Zoom, enlarged: () => boolean): void {
  document.addEventListener(
    "wheel",
    (event) => {
      const map = event.target instanceof Element ? event.target.closest(selector) : null;
      if (!map) return;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        knows = true;
        unhint();
        zoom(notches(event), event);
      } else if (!knows && event.deltaY !== 0 && (enlarged() || atEnd(event))) hint(map);
    },
    { passive: false },
  );
}
