import type { ErrorCode } from "../../schemas/error-codes.ts";

/** Our code, and advice for the caller. */
export type KnownRevert = readonly [code: ErrorCode, advice: string];

/** The code of most reverts. */
export const REVERTED = "simulation_reverted";
export const SLIPPAGE: KnownRevert = [
  REVERTED,
  "The price moved beyond the slippage limit. Ask for a new quote, trade less, or raise the " +
    "slippage.",
];
export const TOO_DEAR: KnownRevert = [
  REVERTED,
  "The swap would cost more than the maximum input allows. Ask for a new quote, trade less, " +
    "or raise the slippage.",
];
export const LATE: KnownRevert = [
  "deadline_passed",
  "The deadline had passed. Build the transaction again.",
];
export const NOT_VAULT: KnownRevert = [
  REVERTED,
  "The call sends something to an address other than the vault, which the vault refuses. " +
    "Build it again; do not change the recipient.",
];
export const ROUTE: KnownRevert = [
  REVERTED,
  "The route does not work in this vault. Ask for a new quote, or use the other venue.",
];
export const POOL_STATE: KnownRevert = [
  REVERTED,
  "A pool on the route cannot fill this swap. Ask for a new quote, trade less, or use the " +
    "other venue.",
];
export const BRIDGE_FEE: KnownRevert = [
  REVERTED,
  "The bridge's fee does not fit this amount. Ask for a new bridge quote.",
];
export const SETUP: KnownRevert = [
  "not_delegated",
  "The vault does not let this sender call this function. Delegate its selector to the agent " +
    "wallet, or sign with the owner.",
];
export const FOREIGN: KnownRevert = [
  REVERTED,
  "The liquidity position does not belong to this vault. Check the position id.",
];
