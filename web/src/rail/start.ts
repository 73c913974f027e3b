// The table of an 18xx title: what a chosen hex means depends on what is asked.

import { find } from "../dom";
import { startMainButton } from "../main_button";
import { startCamera } from "./camera";
import { startLayers } from "./layers";
import { startRailMap, toMap } from "./map";
import { drawing, extend, startRoutes } from "./routes";
import { askWhy, openDock, startTrack } from "./track";

/** To what a panel offers for a hex, where it has a row for it. */
function toRow(hex: string): boolean {
  const row = find(`#city-${hex}`);
  const field = row && find("input, summary", row);
  if (!row || !field) return false;
  row.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  return true;
}

export function startRail(): void {
  startCamera();
  startLayers();
  startTrack();
  startRoutes();
  startMainButton(toMap);
  startRailMap((hex, target) => {
    if (drawing()) extend(hex, target);
    else if (toRow(hex)) return;
    else if (document.body.dataset["page"] === "table" && !openDock(hex)) void askWhy(hex);
  });
}
