// The table of an 18xx title: what a chosen hex means depends on what is asked.

import { showStage } from "../cockpit";
import { find } from "../dom";
import { startMainButton } from "../main_button";
import { startBest } from "./best";
import { startCamera } from "./camera";
import { startLayers } from "./layers";
import { startRailMap, toMap } from "./map";
import { drawing, extend, startRoutes } from "./routes";
import { askWhy, openDock, startTrack } from "./track";
import { startWorth } from "./worth";

/** To what a panel offers for a hex, where it has a row for it. */
function toRow(hex: string): boolean {
  const row = find(`#city-${hex}`);
  const field = row && find("input, summary", row);
  if (!row || !field) return false;
  const stage = row.closest<HTMLElement>("[data-stage]")?.dataset["stage"];
  if (stage) showStage(stage);
  row.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  return true;
}

export function startRail(redraw?: () => unknown): void {
  startCamera(redraw);
  startLayers();
  startWorth();
  startTrack();
  startBest();
  startRoutes();
  startMainButton(toMap);
  startRailMap((hex, target) => {
    if (drawing()) extend(hex, target);
    else if (toRow(hex)) return;
    else if (document.body.dataset["page"] === "plan") openDock(hex);
    else if (document.body.dataset["page"] === "table" && !openDock(hex)) void askWhy(hex);
  });
}
