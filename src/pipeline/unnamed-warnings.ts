import type { Address } from "viem";
import type { Warning } from "../kinds/execution-outcome.ts";

/** Each by its address, for whoever signs or approves. */
export const unnamedWarnings = (unnamed: readonly Address[]): Warning[] =>
  [...new Set(unnamed)].map((token) => ({
    code: "token_not_allowed",
    message: `Warning: this buys ${token}, which is not among the tokens with deep markets, nor named in the vault's limits. One stranger may be able to set every price that was compared, and take the difference. Check the address.`,
    details: { token },
  }));
