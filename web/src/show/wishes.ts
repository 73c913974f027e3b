// How somebody wants a table to be shown. It is kept in the browser, for all tables.

export type Pace = "once" | "normal" | "slow" | "step";
const PACES: readonly Pace[] = ["once", "normal", "slow", "step"];

const MOTION = "stellwerk.motion";
const BOTS = "stellwerk.bots";
const SOUND = "stellwerk.sound";
const VOLUME = "stellwerk.volume";
const USUAL_VOLUME = 50;

const little = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the system asks for little motion: that holds whatever the switch says. */
export const calm = (): boolean => little.matches;
export const wantsMotion = (): boolean => localStorage.getItem(MOTION) !== "off";
export const moving = (): boolean => wantsMotion() && !calm() && !document.hidden;
export const pace = (): Pace => PACES.find((one) => one === localStorage.getItem(BOTS)) ?? "normal";
export const sounding = (): boolean => localStorage.getItem(SOUND) === "on";

/** From 0 to 100. */
export function volume(): number {
  const kept = Number(localStorage.getItem(VOLUME) ?? USUAL_VOLUME);
  return kept >= 0 && kept <= 100 ? kept : USUAL_VOLUME;
}

export const setMotion = (on: boolean): void => localStorage.setItem(MOTION, on ? "on" : "off");
export const setPace = (to: string): void => localStorage.setItem(BOTS, to);
export const setSound = (on: boolean): void => localStorage.setItem(SOUND, on ? "on" : "off");
export const setVolume = (to: number): void => localStorage.setItem(VOLUME, String(to));
/** What the system asks for may change while a page is open. */
export const whenCalmChanges = (then: () => void): void => little.addEventListener("change", then);
