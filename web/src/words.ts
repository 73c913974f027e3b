// What the scripts say: handed over by the page in the reader's language.

const words: Record<string, string> = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

export function say(key: string, data: Record<string, string | number> = {}): string {
  const text = words[key];
  if (text === undefined) throw new Error(`the page has no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (whole, field: string) => String(data[field] ?? whole));
}
