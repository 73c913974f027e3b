// The lobby: who sits where in a new match, matches from files, and how the own matches stand.

import { all, find, on } from "./dom";
import { show } from "./message";
import { morph } from "./morph";
import { follow } from "./news";
import { getText, postForJson, Refused } from "./server";
import { say } from "./words";

const NAME = "stellwerk.name";
const GAME = "stellwerk.game";

async function begin(body: unknown): Promise<void> {
  try {
    const made = await postForJson<{ id: string }>("/api/matches", body);
    location.assign(`/match/${made.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show({ text: error.text });
  }
}

// --- seats --------------------------------------------------------------------------------------------

const seatsOf = (panel: Element): HTMLElement[] => all(".seats li", panel);
const seated = (panel: Element): HTMLElement[] => seatsOf(panel).filter((row) => !row.hidden);

function arrange(panel: HTMLElement): void {
  const rows = seated(panel);
  const [least, most] = [Number(panel.dataset["least"]), Number(panel.dataset["most"])];
  for (const button of all<HTMLButtonElement>(".remove", panel)) button.disabled = rows.length <= least;
  const add = find<HTMLButtonElement>(".add", panel);
  if (add) add.disabled = rows.length >= most;
}

function inputs(row: HTMLElement): (HTMLInputElement | HTMLSelectElement)[] {
  return all(".who, .kind", row);
}

function valuesOf(row: HTMLElement): string[] {
  return inputs(row).map((input) => input.value);
}

function fill(row: HTMLElement, values: string[]): void {
  for (const [n, input] of inputs(row).entries()) input.value = values[n] ?? "";
}

/** Take a seat away: those behind it move up, so that the numbers stay without a gap. */
function remove(panel: HTMLElement, row: HTMLElement): void {
  const rows = seated(panel);
  const from = rows.indexOf(row);
  const spare = valuesOf(row);
  for (let at = from; at + 1 < rows.length; at += 1) {
    const [here, behind] = [rows[at], rows[at + 1]];
    if (here && behind) fill(here, valuesOf(behind));
  }
  const end = rows.at(-1);
  if (!end) return;
  fill(end, spare);
  end.hidden = true;
  arrange(panel);
  find(".add", panel)?.focus();
}

function add(panel: HTMLElement): void {
  const row = seatsOf(panel).find((one) => one.hidden);
  if (!row) return;
  row.hidden = false;
  arrange(panel);
  find(".who", row)?.focus();
}

// --- options ------------------------------------------------------------------------------------------

type Options = Record<string, string>;
type Field = HTMLInputElement | HTMLSelectElement;

const fieldsOf = (panel: Element): Field[] => all<Field & HTMLElement>("[data-option]", panel);
const isSwitch = (field: Field): field is HTMLInputElement => field.type === "checkbox";
const setting = (field: Field): string => (isSwitch(field) ? String(field.checked) : field.value);
const radiosOf = (panel: Element): HTMLInputElement[] => all<HTMLInputElement>(".preset input", panel);

const chosenIn = (panel: Element): Options =>
  Object.fromEntries(fieldsOf(panel).map((field) => [field.dataset["option"] ?? "", setting(field)]));

const presetsOf = (panel: Element): Record<string, Options> =>
  JSON.parse(find(".adjust", panel)?.dataset["presets"] ?? "{}") as Record<string, Options>;

/** A preset was chosen: all fields show it. */
function take(panel: Element, preset: string): void {
  const wanted = presetsOf(panel)[preset] ?? {};
  for (const field of fieldsOf(panel)) {
    const value = wanted[field.dataset["option"] ?? ""] ?? setting(field);
    if (isSwitch(field)) field.checked = value === "true";
    else field.value = value;
  }
  compare(panel);
}

/** The preset that the fields are is chosen; where they are none, it is said that the chosen one was adjusted. */
function compare(panel: Element): void {
  const [presets, chosen] = [presetsOf(panel), chosenIn(panel)];
  const differences = (preset: Options): number =>
    Object.entries(preset).filter(([option, value]) => chosen[option] !== value).length;
  const same = Object.keys(presets).find((preset) => differences(presets[preset] ?? {}) === 0);
  const radio = radiosOf(panel).find((one) => one.value === same);
  if (radio) radio.checked = true;
  const now = radiosOf(panel).find((one) => one.checked)?.value ?? Object.keys(presets)[0] ?? "";
  mark(find(".adjust", panel), presets[now] ?? {});
  for (const fold of all(".fold", panel)) mark(fold, presets[now] ?? {});
  tellSeats(panel, chosen);
}

/** Say in the summary of a fold how many of its fields differ from a preset. */
function mark(fold: HTMLElement | null, preset: Options): void {
  const sign = fold && find(":scope > summary .adjusted", fold);
  if (!sign) return;
  const count = Object.entries(chosenIn(fold)).filter(([option, value]) => preset[option] !== value).length;
  sign.textContent = count ? say("adjusted", { count }) : "";
}

interface Clash {
  options: string[];
  text: string;
}
let asked = 0;

/** Have the server say what does not go together, and say it beside the fields; only the latest answer counts. */
async function judge(panel: HTMLElement): Promise<void> {
  if (!find(".adjust", panel)) return;
  const mine = ++asked;
  let clashes: Clash[];
  try {
    const body = { game: panel.dataset["game"], options: chosenIn(panel) };
    clashes = (await postForJson<{ clashes: Clash[] }>("/lobby/options", body)).clashes;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return; // a field that is not filled in, or a server out of reach: whoever begins is told so
  }
  if (mine === asked) point(panel, clashes);
}

function point(panel: HTMLElement, clashes: Clash[]): void {
  for (const field of fieldsOf(panel)) {
    const line = document.getElementById(`${field.id}-clash`);
    const own = clashes.find((clash) => clash.options.includes(field.dataset["option"] ?? ""));
    if (line) {
      line.hidden = !own;
      line.textContent = own?.text ?? "";
    }
    if (own) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    const described = [`${field.id}-about`, ...(own ? [`${field.id}-clash`] : [])];
    field.setAttribute("aria-describedby", described.join(" "));
  }
  for (const fold of all(".adjust, .fold", panel)) {
    const sign = find(":scope > summary .clashing", fold);
    const count = all(".clash:not([hidden])", fold).length;
    if (sign) sign.textContent = count ? say("clashing", { count }) : "";
  }
}

/** Open all folds around a field. */
function unfold(field: Element): void {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}

/** Above the players stands whether they sit as they are listed, or lots decide on it. */
function tellSeats(panel: Element, chosen: Options): void {
  const drawn = JSON.parse((panel as HTMLElement).dataset["drawn"] ?? "{}") as Record<string, string[]>;
  const lots = Object.entries(drawn).some(([option, values]) => values.includes(chosen[option] ?? ""));
  for (const said of all("[data-seats]", panel)) said.hidden = (said.dataset["seats"] === "drawn") !== lots;
}

function submit(form: HTMLElement): void {
  const game = find<HTMLInputElement>("input[name=game]:checked", form)?.value ?? "";
  const panel = find(`[data-game="${game}"]`, form);
  if (!panel) return;
  const seats = seated(panel).map((row) => ({
    name: find<HTMLInputElement>(".who", row)?.value.trim() ?? "",
    bot: find<HTMLSelectElement>(".kind", row)?.value || null,
  }));
  if (seats.some((seat) => !seat.name)) {
    show({ text: say("nameNeeded") });
    return;
  }
  const person = seats.find((seat) => seat.bot === null);
  if (person) localStorage.setItem(NAME, person.name);
  localStorage.setItem(GAME, game);
  const wrong = fieldsOf(panel).find((field) => !field.checkValidity());
  if (wrong) {
    unfold(wrong);
    wrong.reportValidity();
    return;
  }
  const clash = fieldsOf(panel).find((field) => field.getAttribute("aria-invalid"));
  if (clash) {
    unfold(clash);
    clash.focus();
  }
  void begin({ game, seats, options: chosenIn(panel) });
}

// --- files --------------------------------------------------------------------------------------------

async function openFile(file: File): Promise<void> {
  show({ text: say("opening", { file: file.name }), mild: true });
  let data: unknown;
  try {
    data = JSON.parse(await file.text());
  } catch (error) {
    show({ text: say("noFile", { problem: error instanceof Error ? error.message : "" }) });
    return;
  }
  await begin({ file: data });
}

function startDrop(): void {
  const zone = find("#drop");
  const input = find<HTMLInputElement>("#file");
  input?.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void openFile(file);
    input.value = "";
  });
  for (const type of ["dragenter", "dragover"] as const) {
    document.addEventListener(type, (event) => {
      event.preventDefault();
      zone?.classList.add("over");
    });
  }
  document.addEventListener("dragleave", () => zone?.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    zone?.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
}

// --- own matches --------------------------------------------------------------------------------------

const TITLE = document.title;
let fetching: Promise<void> | null = null;
let again = false;

/** How many matches wait for this browser: in the title of the tab, and said when there are more than before. */
function count(before: number): void {
  const turns = Number(find("#mine")?.dataset["turns"] ?? 0);
  document.title = turns ? `(${turns}) ${TITLE}` : TITLE;
  const said = find("#announcer");
  if (said && turns > before) said.textContent = say("yourTurn");
}

async function renew(): Promise<void> {
  const mine = find("#mine");
  const before = Number(mine?.dataset["turns"] ?? 0);
  try {
    if (mine) morph(mine, await getText("/lobby/mine"));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return; // the server is out of reach; the stream of events comes back by itself
  }
  count(before);
}

/** Fetch the list; what happens meanwhile is fetched once more afterwards. */
function refresh(): void {
  if (fetching) {
    again = true;
    return;
  }
  fetching = renew().finally(() => {
    fetching = null;
    if (again) refresh();
    again = false;
  });
}

function startMine(): void {
  count(Infinity);
  follow({ mine: true }, (said) => said.kind === "mine" && refresh());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}

export function startLobby(): void {
  const form = find("#new");
  const name = localStorage.getItem(NAME);
  for (const panel of all("[data-game]", form ?? document)) {
    arrange(panel);
    const first = find<HTMLInputElement>(".who", panel);
    if (name && first) first.value = name;
    panel.addEventListener("change", (event) => {
      const field = event.target instanceof Element ? event.target : null;
      if (field?.matches(".preset input")) take(panel, (field as HTMLInputElement).value);
      else if (field?.matches("[data-option]")) compare(panel);
      else return;
      void judge(panel);
    });
    compare(panel);
    panel.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const row = button?.closest("li");
      if (button?.classList.contains("add")) add(panel);
      if (button?.classList.contains("remove") && row) remove(panel, row);
    });
  }
  const turnTo = (game: string): void => {
    for (const panel of all("[data-game]", form ?? document)) panel.hidden = panel.dataset["game"] !== game;
  };
  on("change", "input[name=game]", (input) => turnTo((input as HTMLInputElement).value));
  // A browser may have kept the choice over a reload; else the game that was played last is there again.
  const last = find<HTMLInputElement>(`input[name=game][value="${CSS.escape(localStorage.getItem(GAME) ?? "")}"]`);
  if (last) last.checked = true;
  turnTo(find<HTMLInputElement>("input[name=game]:checked")?.value ?? "");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(form);
  });
  startDrop();
  startMine();
}
