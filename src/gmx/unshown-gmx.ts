import { zeroHash } from "viem";
import { decodeGmxCall } from "../calldata/decode-gmx-call.ts";
import { blockReads, transactionReads } from "../chain/transaction-reads.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { larger } from "../lib/integers.ts";
import { listUnshownPerps } from "../store/attempts/list-unshown-perps.ts";
import { type Unshown, unshownOf } from "../vaults/unshown-of.ts";
import type { GmxOrder } from "./gmx-position.ts";

type UnshownGmx = Unshown & {
  orders: GmxOrder[];
  /** A block that has all shown orders; undefined: none shown. */
  block: bigint | undefined;
};

/** Each fee raise has a hash; the newest count. */
const HASHES = 3;
/** Bounds the logs of one order. */
const GAS_UNITS = 8_000_000n;

/**
 * The agent's orders that the chain does not show yet. Unreadable ones count as unshown. `own`: the
 * asking attempt.
 */
export async function unshownGmx(
  { deps, vault, chainId }: ExecutionContext,
  own?: string,
): Promise<UnshownGmx> {
  const nowMs = deps.clock.nowMs();
  const listed = (
    await listUnshownPerps.run(deps.redis, deps.keys, { nowMs, chainId, vault })
  ).filter(({ id }) => id !== own);
  if (listed.length === 0) return { ...unshownOf([], [], nowMs), orders: [], block: undefined };
  const hashes = listed.map((one) => one.hashes.slice(-HASHES));
  const [head, ...receipts] = await deps
    .chain(chainId)
    .rpc.send([
      blockReads.latest(),
      ...hashes.flat().map((hash) => transactionReads.receipt(hash, GAS_UNITS)),
    ]);
  const minedIn = new Map(
    hashes.flat().flatMap((hash, index) => {
      const receipt = receipts[index];
      return receipt?.ok && receipt.value !== null
        ? [[hash, receipt.value.blockNumber] as const]
        : [];
    }),
  );
  const left = listed.filter((_, index) => !hashes[index]?.some((hash) => minedIn.has(hash)));
  return {
    ...unshownOf(listed, left, nowMs),
    orders: left.flatMap(({ data, createdAt }) => orderOf(data, createdAt)),
    block: head.ok ? [...minedIn.values()].reduce(larger, head.value.number) : undefined,
  };
}

/** Such orders have no key yet. */
function orderOf(data: `0x${string}`, createdAtMs: number): GmxOrder[] {
  const call = decodeGmxCall(data);
  if (call.kind !== "gmxIncrease" && call.kind !== "gmxDecrease") return [];
  const updatedAtSec = BigInt(Math.floor(createdAtMs / 1_000));
  return [{ ...call, key: zeroHash, executionFeeWei: 0n, updatedAtSec, isFrozen: false }];
}
