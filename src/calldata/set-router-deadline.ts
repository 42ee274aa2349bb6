import type { Hex } from "viem";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { executeCalldata } from "./execute-calldata.ts";

/**
 * In Unix seconds; the form without a deadline becomes the form with one. Bytes behind commands and inputs are dropped. Refuses with
 * venue_calldata_rejected.
 */
export function setRouterDeadline(data: Hex, deadlineSec: number): Verdict<Hex> {
  const call = executeCalldata.decode(data);
  if (call !== null) return allow(executeCalldata.encode({ ...call, deadlineSec: BigInt(deadlineSec) }));
  return refuse(
    "venue_calldata_rejected",
    "The calldata of uniswap is not a readable call of the router's execute, so no deadline could be set. Ask for a new quote, or use the other venue.",
    { venue: "uniswap", what: "execute" },
  );
}
