import type { VaultEvent } from "../../schemas/vault-event.ts";

/** What a chain shows of a call that is no order's, in one line. */
export function callEventText({ status, sold, bought }: Extract<VaultEvent, { type: "call" }>): string {
  if (status === "reverted") return "Call of the agent wallet reverted";
  if (status === "replaced") return "Call of the agent wallet was replaced";
  const what = sold === undefined || bought === undefined ? "" : `: sold ${sold}, bought ${bought}`;
  return `Call of the agent wallet executed${what}`;
}
