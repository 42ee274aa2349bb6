import type { Address } from "viem";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { hookFlags } from "./hook-flags.ts";

/**
 * Undefined where it keeps nothing out; no hook holds up what takes out. One that keeps a part of liquidity: vaults refuse it, and no
 * minimum covers fees. One that answers swaps itself: the pool's price need not be one that anyone trades at.
 */
export function refusalOfHook(hooks: Address): Refusal | undefined {
  if (!hookFlags.takesLiquidity(hooks) && !hookFlags.takesSwaps(hooks)) return undefined;
  return refuse(
    "hook_not_allowed",
    `hooks: the pool's hook ${hooks} may keep a part of amounts, so the vault's tokens do not go through it. Choose a pool without such a hook.`,
    { hooks },
  );
}
