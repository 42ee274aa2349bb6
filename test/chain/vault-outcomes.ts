import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One eth_call on the real contracts: how long its answer was, or what it reverted with. */
export type ObservedOutcome = {
  call: string;
  outcome: "ok" | "reverts";
  /** Of `ok`: the size of the answer; absent where it was not noted. */
  bytes?: number;
  /**
   * Of `reverts`: the selector ("0x" without data), " and N bytes" where arguments follow, or the
   * text of Error(string).
   */
  with?: string;
};

const file = join(import.meta.dirname, "../support/vault-outcomes.data.json");

/**
 * 847 outcomes of the real vault, factory, oracle and staking contracts
 * (docs/facts/vault-outcomes.md).
 */
export const vaultOutcomes: ObservedOutcome[] = JSON.parse(readFileSync(file, "utf8")).rows;
