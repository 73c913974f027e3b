// The box in which is chosen how a table is shown: motion, the pace of bots, sounds.

import { find } from "../dom";
import { startSound, trySound } from "./sound";
import {
  calm,
  pace,
  setMotion,
  setPace,
  setSound,
  setVolume,
  sounding,
  volume,
  wantsMotion,
  whenCalmChanges,
} from "./wishes";

const box = (name: string): HTMLInputElement | null => find<HTMLInputElement>(`#show-${name}`);

/** Show what is chosen; without motion the style sheet keeps still too. */
function paint(): void {
  const [motion, sound, loud] = [box("motion"), box("sound"), box("volume")];
  document.documentElement.classList.toggle("still", !wantsMotion());
  if (motion) [motion.checked, motion.disabled] = [wantsMotion() && !calm(), calm()];
  if (sound) sound.checked = sounding();
  if (loud) [loud.value, loud.disabled] = [String(volume()), !sounding()];
  const hint = find("#show-calm");
  if (hint) hint.hidden = !calm();
  const bots = find<HTMLSelectElement>("#show-bots");
  if (bots) bots.value = pace();
}

function listen(name: string, type: "change" | "input", then: (field: HTMLInputElement) => void): void {
  const field = box(name);
  field?.addEventListener(type, () => {
    then(field);
    paint();
  });
}

/** `toPresent` shows the table as it stands now, for who does not want to wait any more. */
export function startSettings(toPresent: () => Promise<void> = async () => undefined): void {
  startSound();
  paint();
  listen("motion", "change", (field) => setMotion(field.checked));
  listen("bots", "change", (field) => {
    setPace(field.value);
    if (field.value === "once") void toPresent();
  });
  listen("sound", "change", (field) => {
    setSound(field.checked);
    if (field.checked) trySound("turn");
  });
  listen("volume", "input", (field) => setVolume(Number(field.value)));
  listen("volume", "change", () => trySound("money"));
  whenCalmChanges(paint);
  window.addEventListener("storage", paint);
}
