// The colours of companies and players: as printed, or another set; kept in a cookie, so that every page is drawn in them.

import { find } from "./dom";

const YEAR = 365 * 24 * 3600;

function wear(palette: string): void {
  if (palette) document.documentElement.dataset["palette"] = palette;
  else delete document.documentElement.dataset["palette"];
}

export function startPalette(): void {
  const field = find<HTMLSelectElement>("#show-palette");
  if (!field) return;
  // A browser may have kept another choice in the field over a reload.
  field.value = document.documentElement.dataset["palette"] ?? "";
  field.addEventListener("change", () => {
    wear(field.value);
    document.cookie = `palette=${field.value}; path=/; max-age=${field.value ? YEAR : 0}; samesite=lax`;
  });
}
