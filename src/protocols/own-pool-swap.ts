import type { Address } from "viem";
import type { RouterCall, RouterSwapCall, ZeroExCall } from "../calldata/swap-calls.ts";
import { oraclePoolKey } from "../chain/oracle-reads.ts";
import { isNative, sameAddress } from "../lib/normalize-address.ts";

const ACTIONS = ["SWAP_EXACT_IN_SINGLE", "SETTLE_ALL", "TAKE_ALL"];

/** A plain exact input in the token's own oracle pool; undefined for anything else. */
export function ownPoolSwap(
  call: RouterCall | ZeroExCall,
  oracle: Address | null,
): { swap: RouterSwapCall; token: Address } | undefined {
  if (oracle === null) return undefined;
  if (call.kind !== "swap" || call.venue !== "uniswap-v4" || call.mode !== "exactIn")
    return undefined;
  const [leg, secondLeg] = call.legs;
  if (leg?.protocol !== "v4" || secondLeg !== undefined) return undefined;
  const [pool, secondPool] = leg.pools;
  if (pool === undefined || secondPool !== undefined) return undefined;
  const token = pool.currency1;
  const own = oraclePoolKey(oracle, token);
  const isOwn =
    isNative(pool.currency0) &&
    pool.fee === own.fee &&
    pool.tickSpacing === own.tickSpacing &&
    sameAddress(pool.hooks, own.hooks);
  const isPlain =
    call.commands.join() === "V4_SWAP" &&
    call.actions.join() === ACTIONS.join() &&
    call.payments.length === 0 &&
    call.leftInRouter.length === 0;
  return isOwn && isPlain ? { swap: call, token } : undefined;
}
