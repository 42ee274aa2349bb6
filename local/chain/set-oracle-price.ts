import { encodeFunctionData, type Hex } from "viem";
import { tickMath } from "../../src/chain/tick-math.ts";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { oraclePoolOf } from "./oracle-pool-of.ts";
import { oracleTicks } from "./oracle-ticks.ts";
import { readPoolPrice } from "./read-pool-price.ts";
import { sendTransaction } from "./send-transaction.ts";
import { tickAtBps } from "./tick-at-bps.ts";

export type SetOraclePriceOptions = {
  symbol: keyof typeof oracleTicks;
  /**
   * `backdated: true`: as if it had been so for an hour; false: from this block on, so the mean
   * follows over 300 s.
   */
  backdated: boolean;
  toPriceBps: number;
};

const hourSec = 3600;
/**
 * Fixed: which slots are written depends on the block's second, and the one that runs may be later
 * than the estimated one.
 */
const GAS = 1_000_000n;

/**
 * Moves the oracle's own pool of a token, and no market: the whale pays, and `backdated` spares the
 * test the waiting. What a stranger needs for the same is `pushOracle`. The price is token units
 * per native: `{ symbol: "USDC", toPriceBps: 9400 }` means that native is worth 94% of its start
 * price in USDC; 10000 restores. Returns the tick set.
 */
export async function setOraclePrice(
  handle: ChainHandle,
  options: SetOraclePriceOptions,
): Promise<number> {
  const { symbol, backdated, toPriceBps } = options;
  const pool = oraclePoolOf(handle, symbol);
  const tick = tickAtBps(oracleTicks[symbol], toPriceBps);
  const target = toPriceBps === 10_000 ? BigInt(pool.sqrtPriceX96) : tickMath.sqrtRatioAtTick(tick);
  if (target === undefined) throw new RangeError(`no price at tick ${tick}`);
  const current = await readPoolPrice(handle, pool);
  const { whale, oracle } = handle.addresses;
  const send = (to: typeof whale, data: Hex) =>
    sendTransaction(handle, { from: handle.accounts.whale.address, to, data, gas: GAS });
  if (target !== current)
    await send(
      whale,
      encodeFunctionData({
        abi: chainAbi,
        functionName: "moveTo",
        args: [pool, target < current, target],
      }),
    );
  if (backdated)
    await send(
      oracle,
      encodeFunctionData({
        abi: chainAbi,
        functionName: "backdate",
        args: [handle.tokens[symbol], hourSec],
      }),
    );
  return tick;
}
