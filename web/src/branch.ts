// The dialogs of a branch: another name, or its end.

import { find, on } from "./dom";
import { refuse } from "./message";
import { postForJson, Refused } from "./server";

const address = (what: string): string => `/api/matches/${document.body.dataset["match"] ?? ""}/${what}`;

async function settled(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error);
  }
}

export function startBranch(): void {
  on("submit", "[data-rename]", (form, event) => {
    event.preventDefault();
    form.closest("dialog")?.close();
    const label = find<HTMLInputElement>("[name=label]", form)?.value.trim() || null;
    void settled(async () => {
      await postForJson(address("label"), { label });
      location.reload();
    });
  });
  on("submit", "[data-delete]", (form, event) => {
    event.preventDefault();
    form.closest("dialog")?.close();
    void settled(async () => {
      const gone = await postForJson<{ parent: string | null; ply: number }>(address("delete"), {});
      location.assign(gone.parent ? `/match/${gone.parent}/history?ply=${gone.ply}` : "/");
    });
  });
}
