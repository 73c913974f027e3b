// The table of an 18xx title: what a chosen hex means depends on what is asked.

import { startMainButton } from "../main_button";
import { startCamera } from "./camera";
import { startLayers } from "./layers";
import { startRailMap, toMap } from "./map";
import { drawing, extend, startRoutes } from "./routes";
import { askWhy, openDock, startTrack } from "./track";

export function startRail(): void {
  startCamera();
  startLayers();
  startTrack();
  startRoutes();
  startMainButton(toMap);
  startRailMap((hex, target) => {
    if (drawing()) extend(hex, target);
    else if (document.body.dataset["page"] === "table" && !openDock(hex)) void askWhy(hex);
  });
}
