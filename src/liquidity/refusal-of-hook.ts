import type { Address } from "viem";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { hookFlags } from "./hook-flags.ts";

/**
 * Why a pool's hook keeps a vault's tokens from going in, or undefined; nothing that takes out is refused for a hook. One that keeps a part of
 * liquidity: vaults refuse it when a position is opened, and no minimum covers fees. One that answers swaps itself: the pool's price need not be
 * one that anyone trades at.
 */
export function refusalOfHook(hooks: Address): Refusal | undefined {
  if (!hookFlags.takesLiquidity(hooks) && !hookFlags.takesSwaps(hooks)) return undefined;
  return refuse(
    "hook_not_allowed",
    `hooks: the pool's hook ${hooks} may keep a part of amounts, so the vault's tokens do not go through it. Choose a pool without such a hook.`,
    { hooks },
  );
}
