import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";

/** A way out: what closes, cancels, or brings money back towards the vault. Everything of the kind but a deposit and an order that may enlarge a position; margin that leaves is bounded by its own check (check-margin-taken.ts). */
export const hyperliquidLowersRisk = (call: HyperliquidCall): boolean =>
  call.kind === "hlOrder" ? call.reduceOnly : call.kind !== "hlDeposit";
