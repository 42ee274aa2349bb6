import type { Address } from "viem";
import type { OraclePools } from "../kinds/chain-facts.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { judgeOracleWindows, type OracleWindows } from "../vaults/judge-oracle-windows.ts";
import type { CheckFacts } from "./check-facts.ts";

const UNKNOWN: OracleWindows = { windowSec: null, short: [] };

type Of = Pick<CheckFacts, "ctx" | "isExit" | "needsWindows">;

/** Judges the averaging times of tokens: short ones refuse the agent's call, never a way out. */
export function checkWindows(
  { ctx, isExit, needsWindows }: Of,
  pools: OraclePools,
  tokens: readonly Address[],
): Verdict<{ figures: { windowSec: number | null }; gives: { windows: OracleWindows } }> {
  const isDelegated = ctx.executionMode === "delegated" && needsWindows;
  const judged = judgeOracleWindows(ctx.deps.chain(ctx.chainId), pools, { tokens, isDelegated });
  const windows = judged.ok || !isExit ? judged : allow(UNKNOWN);
  if (!windows.ok) return windows;
  return allow({
    figures: { windowSec: windows.value.windowSec },
    gives: { windows: windows.value },
  });
}
