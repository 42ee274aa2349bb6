import { describe, expect, test } from "vitest";
import { type AttemptObservation, decideAttempt } from "../../../src/attempts/decide-attempt.ts";
import type { Receipt } from "../../../src/chain/transaction-reads.ts";

const receiptAt = (blockNumber: bigint, status: Receipt["status"] = "success"): Receipt => ({
  hash: `0x${"ab".repeat(32)}`,
  status,
  blockNumber,
  blockHash: `0x${"cd".repeat(32)}`,
  from: `0x${"1".repeat(40)}`,
  to: `0x${"2".repeat(40)}`,
  gasUsed: 1n,
  effectiveGasPrice: 1n,
  logs: [],
});

/**
 * An attempt at nonce 7, head at block 100, one confirmation wanted, nothing known of it anywhere.
 */
const observation = (changes: Partial<AttemptObservation> = {}): AttemptObservation => ({
  nonce: 7,
  isFill: false,
  maxFeeWei: 15n,
  waitedMs: 90_000,
  isSentAgain: false,
  confirmations: 1n,
  head: 100n,
  baseFeeWei: 10n,
  tipWei: 1n,
  agentBalanceWei: null,
  l1FeeWei: null,
  chainNonce: 7,
  settledNonce: null,
  isSuspected: false,
  receipts: [null],
  freeingReceipts: [],
  isKnown: false,
  ...changes,
});

const mined = receiptAt(100n);
const WAITS_PLAINLY = { kind: "wait", reason: "the nonce is used but no receipt is known yet" };
const TABLE: [string, Partial<AttemptObservation>, object][] = [
  ["nothing knows it and its nonce is free", {}, { kind: "absent", raise: false }],
  [
    "absent, never sent again, however long ago",
    { waitedMs: 600_000 },
    { kind: "absent", raise: false },
  ],
  ["absent though sent again, 90 s ago", { isSentAgain: true }, { kind: "absent", raise: false }],
  [
    "absent though sent again, longer ago",
    { isSentAgain: true, waitedMs: 90_001 },
    { kind: "absent", raise: true },
  ],
  ["absent, its fee under the base fee", { baseFeeWei: 16n }, { kind: "absent", raise: true }],
  ["absent, its fee the base fee", { baseFeeWei: 15n }, { kind: "absent", raise: false }],
  ["it is mined", { receipts: [mined], chainNonce: 8 }, { kind: "mined", receipt: mined }],
  [
    "it is mined and reverted: still mined",
    { receipts: [receiptAt(90n, "reverted")] },
    { kind: "mined" },
  ],
  [
    "a replacement is mined",
    { receipts: [null, mined], chainNonce: 8 },
    { kind: "mined", receipt: mined },
  ],
  [
    "mined, another hash unread",
    { receipts: [undefined, mined] },
    { kind: "mined", receipt: mined },
  ],
  [
    "its nonce was freed",
    { freeingReceipts: [mined], chainNonce: 8 },
    { kind: "freed", receipt: mined },
  ],
  [
    "mined wins over freed",
    { receipts: [mined], freeingReceipts: [receiptAt(99n)] },
    { kind: "mined" },
  ],
  ["one block short of 3", { receipts: [receiptAt(99n)], confirmations: 3n }, { kind: "wait" }],
  ["exactly 3 deep", { receipts: [receiptAt(98n)], confirmations: 3n }, { kind: "mined" }],
  [
    "freed, one block short of 3",
    { freeingReceipts: [receiptAt(99n)], confirmations: 3n },
    { kind: "wait" },
  ],
  [
    "freed, exactly 3 deep",
    { freeingReceipts: [receiptAt(98n)], confirmations: 3n },
    { kind: "freed" },
  ],
  [
    "mined in a block above the head that was read",
    { receipts: [receiptAt(101n)] },
    { kind: "wait" },
  ],
  ["the head could not be read", { head: null }, { kind: "wait" }],
  [
    "the head could not be read, though a receipt was",
    { head: null, receipts: [mined] },
    { kind: "wait" },
  ],
  ["the nonce could not be read", { chainNonce: null }, { kind: "wait" }],
  ["a receipt could not be read", { receipts: [undefined] }, { kind: "wait" }],
  ["one of two receipts could not be read", { receipts: [null, undefined] }, { kind: "wait" }],
  ["a freeing receipt could not be read", { freeingReceipts: [undefined] }, { kind: "wait" }],
  [
    "its nonce is used and no receipt is known: a lagging node",
    { chainNonce: 8 },
    { kind: "wait" },
  ],
  [
    "its nonce was used 64 blocks ago, by nothing that is known: suspected",
    { chainNonce: 9, settledNonce: 8 },
    { kind: "wait", suspect: true },
  ],
  [
    "the same a second time in a row: the store forgot what it was",
    { chainNonce: 9, settledNonce: 8, isSuspected: true },
    { kind: "forgotten", chainNonce: 9 },
  ],
  [
    "its nonce is used since less than 64 blocks",
    { chainNonce: 8, settledNonce: 7, isSuspected: true },
    WAITS_PLAINLY,
  ],
  [
    "suspected, the old block unread",
    { chainNonce: 8, settledNonce: null, isSuspected: true },
    WAITS_PLAINLY,
  ],
  [
    "suspected, a receipt unread",
    { chainNonce: 8, settledNonce: 8, isSuspected: true, receipts: [null, undefined] },
    { kind: "wait" },
  ],
  [
    "suspected, and then its receipt is there",
    { chainNonce: 8, settledNonce: 8, isSuspected: true, receipts: [mined] },
    { kind: "mined" },
  ],
  [
    "suspected, and then its freeing receipt is there",
    { chainNonce: 8, settledNonce: 8, isSuspected: true, freeingReceipts: [mined] },
    { kind: "freed" },
  ],
  [
    "suspected by another node, its nonce is free",
    { settledNonce: 8, isSuspected: true },
    { kind: "absent" },
  ],
  ["an earlier nonce is open: what is sent waits behind it", { chainNonce: 4 }, { kind: "absent" }],
  ["a hole's nonce is used, by whatever it was", { isFill: true, chainNonce: 8 }, { kind: "used" }],
  ["a hole's fill is mined", { isFill: true, chainNonce: 8, receipts: [mined] }, { kind: "mined" }],
  [
    "a hole's nonce is used, the receipt unread",
    { isFill: true, chainNonce: 8, receipts: [undefined] },
    { kind: "wait" },
  ],
  ["a hole's nonce is not used yet and its fill unknown", { isFill: true }, { kind: "absent" }],
  ["the mempool could not be asked", { isKnown: null }, { kind: "wait" }],
  [
    "it waits in the mempool for 90 s",
    { isKnown: true },
    { kind: "wait", reason: "waiting to be mined" },
  ],
  ["it waits there longer", { isKnown: true, waitedMs: 90_001 }, { kind: "stuck" }],
  [
    "it waits there longer, behind an earlier nonce",
    { isKnown: true, waitedMs: 90_001, chainNonce: 5 },
    { kind: "wait" },
  ],
  [
    "it waits there under the base fee, behind an earlier nonce",
    { isKnown: true, baseFeeWei: 16n, chainNonce: 5 },
    { kind: "stuck" },
  ],
  [
    "it waits there under the base fee",
    { isKnown: true, waitedMs: 0, baseFeeWei: 16n },
    { kind: "stuck" },
  ],
  ["it waits there, the base fee unread", { isKnown: true, baseFeeWei: null }, { kind: "wait" }],
];

describe("decideAttempt", () => {
  test.each(TABLE)("behavior: %s", (_what, changes, expected) => {
    expect(decideAttempt(observation(changes))).toMatchObject(expected);
  });

  test.each<[string, Partial<AttemptObservation>]>([
    ["the chain could not be read", { head: null }],
    ["not enough confirmations yet", { receipts: [mined], confirmations: 2n }],
    ["not enough confirmations yet", { freeingReceipts: [mined], confirmations: 2n }],
    ["a receipt could not be read", { receipts: [undefined] }],
    ["the nonce is used but no receipt is known yet", { chainNonce: 8 }],
    ["the nonce was used long ago by something unknown", { chainNonce: 9, settledNonce: 8 }],
    ["the mempool could not be asked", { isKnown: null }],
  ])("behavior: it waits and says why: %s", (reason, changes) => {
    expect(decideAttempt(observation(changes))).toMatchObject({ kind: "wait", reason });
  });

  test("behavior: unknown is never failure: what is unreadable is never called absent", () => {
    const unread: Partial<AttemptObservation>[] = [
      { head: null },
      { chainNonce: null },
      { receipts: [undefined] },
      { isKnown: null },
    ];
    for (let mask = 1; mask < 1 << unread.length; mask += 1) {
      const changes = Object.assign({}, ...unread.filter((_, index) => (mask >> index) % 2 === 1));
      expect(decideAttempt(observation(changes)).kind).toBe("wait");
    }
  });
});
