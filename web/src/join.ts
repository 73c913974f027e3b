// The page of an invitation: its code stands behind the # of the link and goes to the server in the body of a request only.

import { find, fragment } from "./dom";
import { refuse } from "./message";
import { postForm, Refused } from "./server";

/** The code outlives a reload and a change of language in this tab, and nothing else. */
const NAME = "stellwerk.name";
const KEPT = `stellwerk.invitation:${location.pathname}`;

/** Take the code out of the address before anybody can read, copy or bookmark it there. */
function taken(): string | null {
  const given = fragment();
  if (given) {
    history.replaceState(null, "", location.pathname + location.search);
    sessionStorage.setItem(KEPT, given);
  }
  return sessionStorage.getItem(KEPT);
}

async function show(code: string): Promise<void> {
  let answer: { ok: boolean; text: string };
  try {
    answer = await postForm(location.pathname, { code });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
    return;
  }
  if (!answer.ok) sessionStorage.removeItem(KEPT);
  const told = find("#invitation", new DOMParser().parseFromString(answer.text, "text/html"));
  if (!told) return;
  find("#invitation")?.replaceWith(told);
  find("#main")?.focus();
  suggest();
}

/** Who was at a table before is called the same here, unless they say otherwise. */
function suggest(): void {
  const field = find<HTMLInputElement>("[name=name][data-own]");
  if (field && !field.value) field.value = localStorage.getItem(NAME) ?? "";
}

export function startJoin(): void {
  const code = taken();
  suggest();
  if (code && find("#code-form")) void show(code);
  window.addEventListener("hashchange", () => taken() && location.reload());
  document.addEventListener("submit", (event) => {
    // What was typed survives as long as what came by a link; what is used up does not.
    const typed = event.target instanceof Element ? find<HTMLInputElement>("[name=code]", event.target) : null;
    if (event.submitter instanceof HTMLButtonElement && event.submitter.name === "sit") {
      sessionStorage.removeItem(KEPT);
      const called = find<HTMLInputElement>("[name=name]")?.value.trim();
      if (called) localStorage.setItem(NAME, called);
    } else if (typed?.value) {
      event.preventDefault();
      sessionStorage.setItem(KEPT, typed.value);
      void show(typed.value);
    }
  });
}
