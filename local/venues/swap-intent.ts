import type { Address } from "viem";
import type { Route } from "./route.ts";

/**
 * What calldata is to do, whatever it goes through. `amountBase` is the exact side; `limitBase` is
 * the least output (exactIn) or the most input (exactOut).
 */
export type SwapTerms = {
  mode: "exactIn" | "exactOut";
  recipient: Address;
  amountBase: bigint;
  limitBase: bigint;
  deadlineSec: bigint;
};
/** Terms, and the v4 pools they are for. */
export type SwapIntent = SwapTerms & { route: Route };
