import { encodeFunctionData } from "viem";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import type { oracleTicks } from "./oracle-ticks.ts";
import { sendTransaction } from "./send-transaction.ts";

export type SetOracleSlotsOptions = {
  symbol: keyof typeof oracleTicks;
  /**
   * Observations that the pool keeps; a new one on a real chain has 1, the local chain's have 320.
   */
  slots: number;
  /** For how long the pool has been quiet, at its tick of now. Default: an hour. */
  quietSec?: number;
};

const hourSec = 3600;
/** Fixed: the block that runs may be later than the estimated one. */
const GAS = 1_000_000n;

/**
 * Gives a token's oracle pool so many slots, as if it had never had others. The deployed vaults
 * read a mean over min(slots, 300) s.
 */
export async function setOracleSlots(
  handle: ChainHandle,
  options: SetOracleSlotsOptions,
): Promise<void> {
  const { symbol, slots, quietSec = hourSec } = options;
  const args = [handle.tokens[symbol], slots, quietSec] as const;
  const data = encodeFunctionData({ abi: chainAbi, functionName: "setSlots", args });
  await sendTransaction(handle, {
    from: handle.accounts.whale.address,
    to: handle.addresses.oracle,
    data,
    gas: GAS,
  });
}
