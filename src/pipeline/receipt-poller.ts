import type { Hash } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Rpc } from "../chain/rpc.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { blockReads, type Receipt, transactionReads } from "../chain/transaction-reads.ts";
import { chainOf } from "../chain-of.ts";

export type ReceiptPoller = {
  /** null: not deep enough within seconds, so still unknown. Never rejects. */
  confirmed(hash: Hash, gasUnits: bigint): Promise<Receipt | null>;
};

type Options = {
  chainId: ChainId;
  rpc: Rpc;
  clock: { nowMs(): number };
  sleep(ms: number): Promise<void>;
};
type Watcher = {
  hash: Hash;
  gasUnits: bigint;
  waitedMs: number;
  settle(receipt: Receipt | null): void;
};

const BEAT_MS = 500;
const LATE_MS = 250;
/**
 * Looks at 0, 0.5, 1.5, 2.5, 3.5 and 4.5 s, or at the next block's known time. Then a later tick's
 * resolver decides.
 */
const GIVE_UP_AFTER_MS = 4_500;

/**
 * Reads all waiting receipts and the head in one request. An idle poller looks at once, a busy one
 * within a beat.
 */
export function createReceiptPoller({ chainId, rpc, clock, sleep }: Options): ReceiptPoller {
  let watchers: readonly Watcher[] = [];
  let isPolling = false;

  /** Time until the next block by the head's timestamp; 0: unknown. */
  const look = async (): Promise<number> => {
    const looked = watchers;
    const [head, ...receipts] = await rpc.send([
      blockReads.latest(),
      ...looked.map(({ hash, gasUnits }) => transactionReads.receipt(hash, gasUnits)),
    ]);
    const ended = new Set<Watcher>();
    for (const [index, watcher] of looked.entries()) {
      const receipt = countedReceipt(chainId, receipts[index], head.ok ? head.value.number : null);
      if (receipt === null && watcher.waitedMs < GIVE_UP_AFTER_MS) continue;
      ended.add(watcher);
      watcher.settle(receipt);
    }
    watchers = watchers.filter((watcher) => !ended.has(watcher));
    return head.ok ? (untilNextBlock(chainId, head.value.timestampSec, clock.nowMs()) ?? 0) : 0;
  };
  const pause = async (untilDueMs: number, wasDue: boolean) => {
    const waiting = watchers;
    const blindMs = waiting.some(({ waitedMs }) => waitedMs === 0) ? BEAT_MS : 2 * BEAT_MS;
    const pauseMs = untilDueMs > 0 ? untilDueMs : wasDue ? LATE_MS : blindMs;
    const atMostMs = Math.min(...waiting.map(({ waitedMs }) => GIVE_UP_AFTER_MS - waitedMs));
    let leftMs = Math.min(pauseMs, atMostMs);
    while (leftMs > 0 && watchers === waiting) {
      const beatMs = Math.min(BEAT_MS, leftMs);
      await sleep(beatMs);
      leftMs -= beatMs;
      for (const watcher of waiting) watcher.waitedMs += beatMs;
    }
  };
  const poll = async () => {
    for (let wasDue = false; ; ) {
      const untilDueMs = await look();
      if (watchers.length === 0) {
        // In the check's own step: a later transaction starts the poller again.
        isPolling = false;
        return;
      }
      await pause(untilDueMs, wasDue);
      wasDue = untilDueMs > 0;
    }
  };

  return {
    confirmed: (hash, gasUnits) =>
      new Promise((settle) => {
        watchers = [...watchers, { hash, gasUnits, waitedMs: 0, settle }];
        if (isPolling) return;
        isPolling = true;
        void poll();
      }),
  };
}

function countedReceipt(
  chainId: ChainId,
  outcome: RpcOutcome<Receipt | null> | undefined,
  head: bigint | null,
): Receipt | null {
  if (outcome === undefined || !outcome.ok || outcome.value === null || head === null) return null;
  return head - outcome.value.blockNumber + 1n >= chainOf(chainId).confirmations
    ? outcome.value
    : null;
}

/** Delay until a near node serves the block; an error only shifts a poll. */
const SPREAD_MS = 100;

/** undefined: no fixed interval, clocks differ, or the block is overdue. */
export function untilNextBlock(
  chainId: ChainId,
  headSec: number,
  nowMs: number,
): number | undefined {
  const { blockMs: intervalMs } = chainOf(chainId);
  if (intervalMs === null) return undefined;
  const waitMs = headSec * 1_000 + intervalMs + SPREAD_MS - nowMs;
  return waitMs > 0 && waitMs <= intervalMs + SPREAD_MS ? waitMs : undefined;
}
