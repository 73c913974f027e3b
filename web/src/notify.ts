// Notifications of the system, asked for by a button and by nothing else: that it is one's turn, while another tab or
// another program is looked at.

import { find } from "./dom";
import { show } from "./message";
import { say } from "./words";

const WANTED = "stellwerk.notify";

const able = (): boolean => "Notification" in window && window.isSecureContext;
const wanted = (): boolean => able() && Notification.permission === "granted" && localStorage.getItem(WANTED) === "yes";

/** Tell somebody who looks elsewhere; what has the same tag replaces what was told before. */
export function notify(title: string, body: string, tag: string, href?: string): void {
  if (!wanted() || document.visibilityState === "visible") return;
  try {
    const note = new Notification(title, { body, tag, icon: find<HTMLLinkElement>("link[rel=icon]")?.href ?? "" });
    note.onclick = () => {
      window.focus();
      note.close();
      if (href && href !== location.href) location.assign(href);
    };
  } catch {
    // Some browsers on phones let only their own workers tell something.
  }
}

function draw(button: HTMLElement): void {
  const on = wanted();
  button.setAttribute("aria-pressed", String(on));
  button.title = say(on ? "notifyOn" : "notifyOff");
}

async function toggle(button: HTMLElement): Promise<void> {
  if (wanted()) localStorage.removeItem(WANTED);
  else {
    const answer = await Notification.requestPermission();
    if (answer === "granted") {
      localStorage.setItem(WANTED, "yes");
      show({ text: say("notifyThanks"), mild: true });
    } else show({ text: say("notifyDenied"), mild: true });
  }
  draw(button);
}

export function startNotify(): void {
  const button = find("#notify");
  if (!button || !able()) return;
  button.hidden = false;
  draw(button);
  button.addEventListener("click", () => void toggle(button));
  window.addEventListener("storage", () => draw(button));
}
