// Asking the server. What it refuses comes back as a Refused with the sentence and the rule.

import { say } from "./words";

/** The event that the server has answered, whatever it said. */
export const REACHED = "stellwerk:reached";

export const reached = (): boolean => document.dispatchEvent(new Event(REACHED));

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly rule: string | null,
  ) {
    super(text);
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused(0, say("unreachable"), null);
  }
  reached();
  if (answer.ok) return answer;
  throw await refusal(answer);
}

async function refusal(answer: Response): Promise<Refused> {
  if (answer.headers.get("content-type")?.startsWith("application/json")) {
    const problem: { text?: string; rule?: string | null } = await answer.json();
    return new Refused(answer.status, problem.text ?? say("failed"), problem.rule ?? null);
  }
  return new Refused(answer.status, say("failed"), null);
}

export async function getText(url: string, signal?: AbortSignal, headers?: Record<string, string>): Promise<string> {
  const answer = await ask(url, { ...(signal ? { signal } : {}), ...(headers ? { headers } : {}) });
  return answer.text();
}

function post(url: string, body: unknown, signal?: AbortSignal, more?: Record<string, string>): Promise<Response> {
  const headers = { "content-type": "application/json", ...more };
  return ask(url, { method: "POST", headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

export async function postForText(url: string, body: unknown, headers?: Record<string, string>): Promise<string> {
  return (await post(url, body, undefined, headers)).text();
}

export async function postForJson<T>(url: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const answer: T = await (await post(url, body, signal)).json();
  return answer;
}

export async function getJson<T>(url: string): Promise<T> {
  const answer: T = await (await ask(url, {})).json();
  return answer;
}

/** Send what a form would send; a page comes back whether it was refused or not. */
export async function postForm(url: string, values: Record<string, string>): Promise<{ ok: boolean; text: string }> {
  let answer: Response;
  try {
    answer = await fetch(url, { method: "POST", body: new URLSearchParams(values) });
  } catch {
    throw new Refused(0, say("unreachable"), null);
  }
  reached();
  return { ok: answer.ok, text: await answer.text() };
}
