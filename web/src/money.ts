// How amounts are written: as the server writes them, with the sign of the money before them.

/** A number with its thousands apart, as the reader's language has it. */
export const grouped = (size: number | string): string =>
  String(size).replace(/\B(?=(\d{3})+$)/g, document.documentElement.dataset["thousands"] ?? "");

/** An amount of money; what is owed has a minus before the sign. */
export const amount = (sign: string, size: number): string => `${size < 0 ? "−" : ""}${sign}${grouped(Math.abs(size))}`;
