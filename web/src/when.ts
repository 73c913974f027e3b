// Points in time as the reader of a page writes them.

const DAY: Record<string, Intl.DateTimeFormatOptions> = {
  en: { day: "numeric", month: "short" },
  de: { day: "2-digit", month: "2-digit" },
};
/** Format where the browser names a language without a country. */
const USUAL: Record<string, string> = { en: "en-GB" };

/** Day and time in the language of the page, as the country of the browser writes them: "19 Nov, 03:56". */
export function stamps(): Intl.DateTimeFormat {
  const language = document.documentElement.lang;
  const local = navigator.languages.find((one) => one.startsWith(`${language}-`));
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(local ?? USUAL[language] ?? language, { ...DAY[language], ...time });
}
