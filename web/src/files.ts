// Matches from files: chosen, or dropped anywhere on the page. Reading a long record takes a while and can be given up.

import { find } from "./dom";
import { hide } from "./message";
import { postForJson, Refused } from "./server";
import { say } from "./words";

let reading: AbortController | null = null;

function trouble(text: string): void {
  const line = find("#file-trouble");
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
  if (text) line.scrollIntoView({ block: "nearest" });
}

function busy(name: string | null): void {
  const box = find("#reading");
  if (!box) return;
  box.hidden = name === null;
  const line = find("p", box);
  if (line) line.textContent = name === null ? "" : say("opening", { file: name });
}

/** A number of bytes as people say it. */
const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(bytes / (1 << 20));

async function open(file: File): Promise<void> {
  const largest = Number(find("#drop")?.dataset["largest"]);
  trouble("");
  hide();
  if (file.size > largest) {
    trouble(say("fileTooLarge", { file: file.name, size: megabytes(file.size), most: megabytes(largest) }));
    return;
  }
  reading?.abort();
  const mine = new AbortController();
  reading = mine;
  busy(file.name);
  try {
    const data: unknown = JSON.parse(await file.text());
    const made = await postForJson<{ id: string }>("/api/matches", { file: data }, mine.signal);
    location.assign(`/match/${made.id}`);
  } catch (error) {
    if (reading !== mine) return;
    busy(null);
    if (error instanceof SyntaxError) trouble(say("noFile", { file: file.name, problem: error.message }));
    else if (error instanceof Refused) trouble(say("fileRefused", { file: file.name, problem: error.text }));
    else if (!(error instanceof DOMException)) throw error;
  } finally {
    if (reading === mine) reading = null;
  }
}

function take(files: FileList | null | undefined): void {
  if (!files || files.length === 0) return;
  const file = files[0];
  if (files.length > 1) trouble(say("oneFile"));
  else if (file) void open(file);
}

/** Whether something that is dragged is a file: text that is moved about concerns nobody here. */
const carriesFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

export function startFiles(): void {
  const landing = find("#landing");
  const input = find<HTMLInputElement>("#file");
  let inside = 0;
  const over = (shown: boolean): void => {
    if (!shown) inside = 0;
    if (landing) landing.hidden = !shown;
  };
  input?.addEventListener("change", () => {
    take(input.files);
    input.value = "";
  });
  find("#reading button")?.addEventListener("click", () => {
    reading?.abort();
    reading = null;
    busy(null);
    find("#file")?.focus();
  });
  document.addEventListener("dragenter", (event) => {
    if (!carriesFile(event)) return;
    inside += 1;
    over(true);
  });
  document.addEventListener("dragover", (event) => {
    if (carriesFile(event)) event.preventDefault();
  });
  document.addEventListener("dragleave", () => {
    inside -= 1;
    if (inside <= 0) over(false);
  });
  document.addEventListener("drop", (event) => {
    over(false);
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}
