// Light, dark, or whatever the system says; kept in a cookie, so that the server draws the page in it at once.

import { find } from "./dom";
import { say } from "./words";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const SAID: Record<Theme, string> = { auto: "themeAuto", light: "themeLight", dark: "themeDark" };
const YEAR = 365 * 24 * 3600;

function apply(theme: Theme, button: HTMLElement): void {
  button.dataset["theme"] = theme;
  button.setAttribute("aria-label", say(SAID[theme]));
  button.title = say(SAID[theme]);
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function startTheme(): void {
  const button = find("#theme");
  if (!button) return;
  const now = (): Theme => THEMES.find((theme) => theme === button.dataset["theme"]) ?? "auto";
  apply(now(), button);
  button.addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(now()) + 1) % THEMES.length] ?? "auto";
    apply(theme, button);
    const age = theme === "auto" ? 0 : YEAR;
    document.cookie = `theme=${theme}; path=/; max-age=${age}; samesite=lax`;
  });
}
