import { expect, test } from "vitest";
import { decideWatched, type WatchedObservation } from "../../../src/attempts/decide-watched.ts";
import type { Receipt } from "../../../src/chain/transaction-reads.ts";

const [BLOCK, OTHER] = [`0x${"aa".repeat(32)}`, `0x${"bb".repeat(32)}`] as const;
const receipt = (changes: Partial<Receipt> = {}): Receipt => ({
  hash: `0x${"ab".repeat(32)}`,
  status: "success",
  blockNumber: 100n,
  blockHash: BLOCK,
  from: `0x${"1".repeat(40)}`,
  to: `0x${"2".repeat(40)}`,
  gasUsed: 1n,
  effectiveGasPrice: 1n,
  logs: [],
  ...changes,
});
/** Confirmed in block 100 at nonce 7, three confirmations wanted; the chain still has it. */
const observation = (changes: Partial<WatchedObservation> = {}): WatchedObservation => ({
  status: "confirmed",
  nonce: 7,
  blockNumber: 100n,
  blockHash: BLOCK,
  confirmations: 3n,
  ageMs: 300_000,
  head: 103n,
  chainNonce: 8,
  receipts: [receipt()],
  freeingReceipts: [],
  blockHashNow: undefined,
  ...changes,
});
const old = { head: 163n, ageMs: 600_000 };
const gone = { receipts: [null], chainNonce: 7, blockHashNow: OTHER } as const;
const moved = receipt({ blockNumber: 101n, blockHash: OTHER });

test.each<[string, Partial<WatchedObservation>, object]>([
  ["nothing has changed", {}, { kind: "later" }],
  // A node behind the block that was counted knows an older story of it.
  [
    "a node is one block behind",
    { head: 99n, confirmations: 1n, receipts: [receipt({ blockNumber: 99n, blockHash: OTHER })] },
    { kind: "later" },
  ],
  ["64 blocks deep and ten minutes old", old, { kind: "done" }],
  ["63 blocks deep", { ...old, head: 162n }, { kind: "later" }],
  ["not ten minutes old", { ...old, ageMs: 599_999 }, { kind: "later" }],
  [
    "in another block, with its confirmations",
    { receipts: [moved] },
    { kind: "moved", receipt: moved },
  ],
  [
    "in another block, one confirmation short",
    { receipts: [moved], head: 102n },
    { kind: "later" },
  ],
  ["reverted there", { receipts: [receipt({ ...moved, status: "reverted" })] }, { kind: "deep" }],
  [
    "reverted there, not yet confirmed",
    { receipts: [receipt({ ...moved, status: "reverted" })], head: 102n },
    { kind: "later" },
  ],
  ["reverted in the very block", { receipts: [receipt({ status: "reverted" })] }, { kind: "deep" }],
  [
    "in another block at the same height, which is the head",
    { receipts: [receipt({ blockHash: OTHER })], head: 100n, confirmations: 1n },
    { kind: "moved" },
  ],
  ["a reverted one succeeded there", { status: "reverted", receipts: [moved] }, { kind: "deep" }],
  [
    "a reverted one still is",
    { status: "reverted", receipts: [receipt({ status: "reverted" })] },
    { kind: "later" },
  ],
  [
    "freed instead",
    { receipts: [null], freeingReceipts: [moved] },
    { kind: "deep", receipt: moved },
  ],
  [
    "a freed one still is",
    { status: "replaced", receipts: [null], freeingReceipts: [receipt()] },
    { kind: "later" },
  ],
  [
    "a freed one took effect after all",
    { status: "replaced", receipts: [moved], freeingReceipts: [null] },
    { kind: "deep" },
  ],
  ["gone: another block stands there, its nonce is free", gone, { kind: "deep", receipt: null }],
  ["gone, the head one block short", { ...gone, head: 102n }, { kind: "later" }],
  [
    "no receipt, but its own block stands: a lagging index",
    { ...gone, blockHashNow: BLOCK },
    { kind: "later" },
  ],
  ["the same, old enough", { ...gone, ...old, blockHashNow: BLOCK }, { kind: "done" }],
  ["no receipt, its block unread", { ...gone, blockHashNow: undefined }, { kind: "later" }],
  [
    "no receipt, no block there: a lagging node",
    { ...gone, blockHashNow: null },
    { kind: "later" },
  ],
  [
    "no receipt, its nonce is used: receipts may lag",
    { ...gone, chainNonce: 8 },
    { kind: "later" },
  ],
  ["no receipt, its nonce unread", { ...gone, chainNonce: null }, { kind: "later" }],
  [
    "no receipt to the end of the watch, its nonce used",
    { ...gone, ...old, chainNonce: 8 },
    { kind: "deep", receipt: null },
  ],
  ["the head lies below its block", { ...gone, head: 99n }, { kind: "later" }],
  ["the head could not be read", { ...gone, head: null }, { kind: "later" }],
  ["a receipt could not be read", { ...gone, receipts: [undefined] }, { kind: "later" }],
  [
    "a freeing receipt could not be read",
    { ...gone, freeingReceipts: [undefined] },
    { kind: "later" },
  ],
])("behavior: %s", (_what, changes, expected) => {
  expect(decideWatched(observation(changes))).toMatchObject(expected);
});
