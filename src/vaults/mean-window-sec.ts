import type { Address } from "viem";
import type { ChainDeps } from "../deps.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import { judgeOracleWindows } from "./judge-oracle-windows.ts";

/**
 * Seconds of the shortest mean among these tokens' prices, for a record of what was seen. null: none
 * has a pool that limits it, or one was not read.
 */
export function meanWindowSec(
  chain: ChainDeps,
  pools: OraclePools,
  tokens: readonly Address[],
): number | null {
  const judged = judgeOracleWindows(chain, pools, { tokens, isDelegated: false });
  return judged.ok ? judged.value.windowSec : null;
}
