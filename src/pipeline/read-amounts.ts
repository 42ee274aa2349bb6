import { type Address, getAddress, type Hex, keccak256, stringToHex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import type { Rpc } from "../chain/rpc.ts";
import type { Log, Receipt } from "../chain/transaction-reads.ts";
import type { ExecutedAmounts } from "../kinds/execution-outcome.ts";
import { isNative } from "../lib/normalize-address.ts";

const TRANSFER: Hex = keccak256(stringToHex("Transfer(address,address,uint256)"));

/**
 * Decision D31: tokens by Transfer logs, a native side by the vault's balance over the block. A
 * figure outside the calldata's bounds becomes the quote's, `estimated`: a hostile token must not
 * write our records.
 */
export async function readAmounts(
  rpc: Rpc,
  vault: Address,
  swap: AttemptSwap,
  receipt: Receipt,
): Promise<ExecutedAmounts> {
  const quoted = { in: BigInt(swap.amountInBase), out: BigInt(swap.amountOutBase) };
  // Wrapping is 1:1 by the contract, and the wrapped coin emits its own events.
  if (swap.venue === "vault")
    return { soldBase: quoted.in, boughtBase: quoted.out, estimated: false };
  const involvesCoin = isNative(swap.tokenIn) || isNative(swap.tokenOut);
  const change = involvesCoin ? await nativeChange(rpc, vault, receipt.blockNumber) : null;
  const sold = isNative(swap.tokenIn)
    ? negated(change)
    : -netTransfer(receipt.logs, swap.tokenIn, vault);
  const bought = isNative(swap.tokenOut) ? change : netTransfer(receipt.logs, swap.tokenOut, vault);
  const isSoldTrusted = sold !== null && sold > 0n && sold <= BigInt(swap.maxInBase);
  const isBoughtTrusted =
    bought !== null && bought >= BigInt(swap.minOutBase) && bought <= quoted.out * MOST_ABOVE_QUOTE;
  return {
    soldBase: isSoldTrusted ? sold : quoted.in,
    boughtBase: isBoughtTrusted ? bought : quoted.out,
    estimated: !isSoldTrusted || !isBoughtTrusted,
  };
}

const MOST_ABOVE_QUOTE = 2n;

const negated = (value: bigint | null): bigint | null => (value === null ? null : -value);

async function nativeChange(rpc: Rpc, vault: Address, block: bigint): Promise<bigint | null> {
  const [after, before] = await rpc.send([
    accountReads.nativeBalance(vault, block),
    accountReads.nativeBalance(vault, block - 1n),
  ]);
  return after.ok && before.ok ? after.value - before.value : null;
}

function netTransfer(logs: readonly Log[], token: string, account: Address): bigint {
  const topic = `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
  return logs
    .filter(
      (log) =>
        log.topics[0] === TRANSFER &&
        log.topics.length === 3 &&
        // A token may write anything into its logs: only one word is an amount.
        log.data.length === 66 &&
        getAddress(log.address) === getAddress(token),
    )
    .reduce((net, log) => {
      const amount = BigInt(log.data);
      return (
        net + (log.topics[2] === topic ? amount : 0n) - (log.topics[1] === topic ? amount : 0n)
      );
    }, 0n);
}
