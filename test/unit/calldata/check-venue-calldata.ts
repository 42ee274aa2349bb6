import { checkSwapCalldata } from "../../../src/calldata/check-swap-calldata.ts";
import type { VaultCall } from "../../../src/kinds/vault-call.ts";
import type { SwapExpectation } from "../../../src/kinds/venue.ts";
import { TABLES } from "../../../src/tables.ts";

const loaded = Object.values(TABLES.venues).map(
  async ({ id, calldata }) => [id, (await calldata()).rules] as const,
);
const RULES = new Map(await Promise.all(loaded));

/** Calldata against what was asked, by the rules of the venue that was asked. */
export const checkVenueCalldata = (call: VaultCall, expected: SwapExpectation) =>
  checkSwapCalldata(call, expected, rulesOf(expected));

function rulesOf({ venue }: SwapExpectation) {
  const rules = RULES.get(venue);
  if (rules === undefined) throw new Error(`${venue} has no rules`);
  return rules;
}
