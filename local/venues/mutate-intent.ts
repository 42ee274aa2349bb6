import { isAddressEqual, zeroAddress } from "viem";
import { ATTACKER } from "./attacker.ts";
import type { Mutation } from "./dev-controls.ts";
import type { PoolKey } from "./pool-key.ts";
import type { SwapIntent } from "./swap-intent.ts";

/** 2100-01-01: long after any deadline that a caller could want. */
const FAR_AWAY_SEC = 4_102_444_800n;
const HUGE_BASE = 2n ** 120n;

/** The intent a dishonest venue would encode instead. `target` is not here: it is not part of the swap itself. */
export function mutateIntent(intent: SwapIntent, mutation: Mutation | null, pools: readonly PoolKey[]): SwapIntent {
  const exactIn = intent.mode === "exactIn";
  if (mutation === "recipient") return { ...intent, recipient: ATTACKER };
  if (mutation === "token") return { ...intent, route: otherToken(intent, pools) };
  // Sells twice as much, or buys half as much for the same most.
  if (mutation === "amount")
    return { ...intent, amountBase: exactIn ? intent.amountBase * 2n : intent.amountBase / 2n };
  if (mutation === "minOut") return { ...intent, limitBase: exactIn ? 0n : HUGE_BASE };
  if (mutation === "deadline") return { ...intent, deadlineSec: FAR_AWAY_SEC };
  return intent;
}

/** The same first token, sold into a pool whose other side is not the token that was asked for. */
function otherToken({ route }: SwapIntent, pools: readonly PoolKey[]): SwapIntent["route"] {
  const { tokenIn } = route[0];
  const asked = route.at(-1)!.tokenOut;
  for (const pool of pools) {
    if (!isAddressEqual(pool.hooks, zeroAddress)) continue;
    const sides = [pool.currency0, pool.currency1];
    if (!sides.some((side) => isAddressEqual(side, tokenIn))) continue;
    const tokenOut = sides.find((side) => !isAddressEqual(side, tokenIn));
    if (tokenOut !== undefined && !isAddressEqual(tokenOut, asked)) return [{ pool, tokenIn, tokenOut }];
  }
  throw new Error("no pool sells this token for another one");
}
