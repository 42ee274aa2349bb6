import { encodeFunctionData, type Hex } from "viem";
import { tickMath } from "../../src/chain/tick-math.ts";
import { advanceTime } from "./advance-time.ts";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { oraclePoolOf } from "./oracle-pool-of.ts";
import { oracleTicks } from "./oracle-ticks.ts";
import { readBalances } from "./read-balances.ts";
import { readPoolPrice } from "./read-pool-price.ts";
import { sendTransaction } from "./send-transaction.ts";
import { tickAtBps } from "./tick-at-bps.ts";

export type PushOracleOptions = {
  symbol: keyof typeof oracleTicks;
  /**
   * Of the start price, which is token units per native: 14000 makes native 40% dearer in the
   * token.
   */
  toPriceBps: number;
};

/** The hook trades back what goes further within a second (docs/facts/oracle.md). */
const MOST_TICKS_A_SECOND = 900;
/** Fixed: the block that runs may be later than the estimated one. */
const GAS = 1_000_000n;

/**
 * What a stranger does: trades in the oracle's own pool of a token with what the dev account
 * `stranger` holds, a step a second, until the price is there. It stays there until somebody trades
 * back; the mean of the vaults follows over 300 s. Returns what the stranger's account lost by it
 * (negative: gained), gas aside.
 *
 * @throws Error when the stranger cannot pay
 */
export async function pushOracle(
  handle: ChainHandle,
  { symbol, toPriceBps }: PushOracleOptions,
): Promise<{ coinWei: bigint; tokenBase: bigint }> {
  const pool = oraclePoolOf(handle, symbol);
  const { address: from } = handle.accounts.stranger;
  const { whale } = handle.addresses;
  const target =
    toPriceBps === 10_000
      ? BigInt(pool.sqrtPriceX96)
      : sqrtAt(tickAtBps(oracleTicks[symbol], toPriceBps));
  const before = await readBalances(handle, from);
  const approval = encodeFunctionData({
    abi: chainAbi,
    functionName: "approve",
    args: [whale, 2n ** 255n],
  });
  let gasWei = await costOf(handle, { to: handle.tokens[symbol], data: approval });
  for (;;) {
    const current = await readPoolPrice(handle, pool);
    if (current === target) break;
    const next = towards(current, target);
    const args = [pool, next < current, next] as const;
    const data = encodeFunctionData({ abi: chainAbi, functionName: "swapTo", args });
    const { ETH } = await readBalances(handle, from);
    gasWei += await costOf(handle, { to: whale, data, valueWei: next < current ? ETH / 2n : 0n });
    await advanceTime(handle, 1_000);
  }
  const after = await readBalances(handle, from);
  return { coinWei: before.ETH - after.ETH - gasWei, tokenBase: before[symbol] - after[symbol] };
}

async function costOf(
  handle: ChainHandle,
  tx: { to: `0x${string}`; data: Hex; valueWei?: bigint },
): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await sendTransaction(handle, {
    ...tx,
    from: handle.accounts.stranger.address,
    gas: GAS,
  });
  return gasUsed * effectiveGasPrice;
}

/** The target, or as far towards it as the hook leaves alone. */
function towards(current: bigint, target: bigint): bigint {
  // 900 ticks are a factor of about 1.046 of the square root; both factors are rounded towards
  // less.
  const factor = sqrtAt(MOST_TICKS_A_SECOND);
  const [up, down] = [(current * factor) >> 96n, (current << 96n) / factor];
  if (target > current) return target < up ? target : up;
  return target > down ? target : down;
}

function sqrtAt(tick: number): bigint {
  const sqrtPriceX96 = tickMath.sqrtRatioAtTick(tick);
  if (sqrtPriceX96 === undefined) throw new RangeError(`no price at tick ${tick}`);
  return sqrtPriceX96;
}
