import type { Address } from "viem";
import type { Route } from "./route.ts";

/**
 * What calldata is to do, venue by venue alike. `limitBase` is the least output (exactIn) or the most input (exactOut);
 * `amountBase` is the exact side. Addresses of hops use zero for the native coin.
 */
export type SwapIntent = {
  mode: "exactIn" | "exactOut";
  route: Route;
  recipient: Address;
  amountBase: bigint;
  limitBase: bigint;
  deadlineSec: bigint;
};
