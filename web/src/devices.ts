// The own matches on another device: a code made here and typed there, or the other way round.

import { startCopy, sure } from "./copy";
import { find, on } from "./dom";
import { hide, refuse } from "./message";
import { postForJson, Refused } from "./server";
import { say } from "./words";

async function guarded(done: () => Promise<void>): Promise<void> {
  try {
    await done();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

async function make(): Promise<void> {
  const { code } = await postForJson<{ code: string }>("/api/recovery", {});
  const made = find("#made");
  const field = made && find<HTMLInputElement>("input", made);
  if (!made || !field) return;
  field.value = code;
  made.hidden = false;
  find("#made [data-copy]")?.focus();
}

async function use(form: HTMLFormElement): Promise<void> {
  const field = find<HTMLInputElement>("input", form);
  const { matches } = await postForJson<{ matches: number }>("/api/recovery/use", { code: field?.value ?? "" });
  form.reset();
  hide();
  const said = find("#recovered");
  if (said) said.textContent = say("recovered", { matches });
  find("#make")?.focus();
}

async function signOut(others: boolean): Promise<void> {
  await postForJson("/api/recovery/sign-out", { others });
  location.reload();
}

export function startDevices(): void {
  startCopy();
  on("click", 'a[href="#devices"]', () => find("#devices")?.setAttribute("open", ""));
  on("click", "#make", () => void guarded(make));
  on("click", "#sign-out", (button) => sure(button, say("signOutSure")) && void guarded(() => signOut(false)));
  on("click", "#sign-out-others", (button) => sure(button, say("othersSure")) && void guarded(() => signOut(true)));
  const form = find<HTMLFormElement>("#use");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void guarded(() => use(form));
  });
}
