import { encodeFunctionData } from "viem";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { oracleTicks } from "./oracle-ticks.ts";
import { sendTransaction } from "./send-transaction.ts";

export type SetOraclePriceOptions = {
  symbol: keyof typeof oracleTicks;
  /** `backdated: true`: as if it had been so for an hour; false: from this block on, so the mean follows over 300 s. */
  backdated: boolean;
} & ({ toPriceBps: number } | { tick: number });

const hourSec = 3600;
/** Fixed: which slots are written depends on the block's second, and the one that runs may be later than the estimated one. */
const GAS = 1_000_000n;

/**
 * Sets the oracle's tick of a token. The price is token units per native: `{ symbol: "USDC", toPriceBps: 9400 }` means
 * that native is worth 94% of its start price in USDC; 10000 restores. Returns the tick set.
 */
export async function setOraclePrice(handle: ChainHandle, options: SetOraclePriceOptions): Promise<number> {
  const tick = "tick" in options ? options.tick : tickAt(oracleTicks[options.symbol], options.toPriceBps);
  const token = handle.tokens[options.symbol];
  const data = options.backdated
    ? encodeFunctionData({ abi: chainAbi, functionName: "setTickSince", args: [token, tick, hourSec] })
    : encodeFunctionData({ abi: chainAbi, functionName: "setTick", args: [token, tick] });
  await sendTransaction(handle, { from: handle.accounts.whale.address, to: handle.addresses.oracle, data, gas: GAS });
  return tick;
}

function tickAt(startTick: number, toPriceBps: number): number {
  return startTick + Math.round(Math.log(toPriceBps / 10_000) / Math.log(1.0001));
}
