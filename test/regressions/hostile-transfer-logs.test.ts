import { type Hex, keccak256, pad, stringToHex, toHex } from "viem";
import { expect, test } from "vitest";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import { twapEvent } from "../../schemas/twap-event.ts";
import { type TwapOrder, twapOrder } from "../../schemas/twap-order.ts";
import type { Rpc } from "../../src/chain/rpc.ts";
import { type Log, transactionReads } from "../../src/chain/transaction-reads.ts";
import { readAmounts } from "../../src/pipeline/read-amounts.ts";
import { applySliceOutcome } from "../../src/twap/apply-slice-outcome.ts";
import { orderOf } from "../unit/store/support/records.ts";
import { noDraw } from "../unit/twap/no-draw.ts";

// M7 of a security review (commit b6399d6): a token writes its own logs. A Transfer to the vault of
// the token it sold made the amount negative and the order unreadable; data that is no word threw,
// for ever, in the resolver.
const VAULT = `0x${"aa".repeat(20)}` as const;
const POOL = `0x${"11".repeat(20)}` as const;
const [SOLD, BOUGHT] = [`0x${"bb".repeat(20)}`, `0x${"cc".repeat(20)}`] as const;
const NONE = `0x${"00".repeat(20)}` as const;
const TRANSFER = keccak256(stringToHex("Transfer(address,address,uint256)"));
const HUGE = 2n ** 256n - 1n;

const withData = (address: Hex, from: Hex, to: Hex, data: Hex): Log => ({
  address,
  topics: [TRANSFER, pad(from), pad(to)],
  data,
});
const transfer = (address: Hex, from: Hex, to: Hex, amount: bigint): Log =>
  withData(address, from, to, toHex(amount, { size: 32 }));
const honest = [transfer(SOLD, VAULT, POOL, 100n), transfer(BOUGHT, POOL, VAULT, 50n)];

const swap: AttemptSwap = {
  venue: "uniswap",
  tokenIn: SOLD,
  tokenOut: BOUGHT,
  decimalsIn: 6,
  decimalsOut: 18,
  symbolIn: "IN",
  symbolOut: "OUT",
  amountInBase: "100",
  amountOutBase: "50",
  maxInBase: "100",
  minOutBase: "49",
};
const noRpc: Rpc = {
  send: async () => {
    throw new Error("two tokens need no further read");
  },
  sendOnce: async () => {
    throw new Error("a read never broadcasts");
  },
};
/** As a node answers it: what the reader of receipts does not take never comes this far. */
const receiptWith = (logs: readonly Log[]) =>
  transactionReads.receipt(`0x${"ab".repeat(32)}`).read({
    transactionHash: `0x${"ab".repeat(32)}`,
    status: "0x1",
    blockNumber: "0x5",
    blockHash: `0x${"cd".repeat(32)}`,
    from: POOL,
    to: VAULT,
    gasUsed: "0x1",
    effectiveGasPrice: "0x1",
    logs,
  })!;

const order: TwapOrder = {
  ...orderOf(VAULT, POOL, { totalBase: "1000", sliceBase: "100" }),
  id: 1,
};

const hostile: [string, Log[], boolean][] = [
  ["nothing but the truth", [], false],
  ["the sold token arrives out of nowhere", [transfer(SOLD, NONE, VAULT, 10n ** 24n)], true],
  ["as much of the sold token arrives as left", [transfer(SOLD, NONE, VAULT, 100n)], true],
  ["the sold token leaves with all there can be", [transfer(SOLD, VAULT, POOL, HUGE)], true],
  ["it leaves twice with all there can be", Array(2).fill(transfer(SOLD, VAULT, POOL, HUGE)), true],
  ["one unit more than the calldata allowed leaves", [transfer(SOLD, VAULT, POOL, 1n)], true],
  ["the bought token arrives with all there can be", [transfer(BOUGHT, NONE, VAULT, HUGE)], true],
  ["the bought token leaves again", [transfer(BOUGHT, VAULT, POOL, 50n)], true],
  ["it leaves with all there can be", [transfer(BOUGHT, VAULT, POOL, HUGE)], true],
  ["one unit more than twice the quote arrives", [transfer(BOUGHT, NONE, VAULT, 51n)], true],
  ["twice the quote arrives", [transfer(BOUGHT, NONE, VAULT, 50n)], false],
  [
    "data is empty",
    [withData(SOLD, VAULT, POOL, "0x"), withData(BOUGHT, POOL, VAULT, "0x")],
    false,
  ],
  ["data is 200 bytes", [withData(SOLD, VAULT, POOL, `0x${"ff".repeat(200)}`)], false],
  ["data is one byte", [withData(BOUGHT, POOL, VAULT, "0xff")], false],
  ["topics are missing", [{ address: SOLD, topics: [TRANSFER], data: "0x" }], false],
  ["there are no topics", [{ address: SOLD, topics: [], data: "0x" }], false],
];

test.each(hostile)(
  "M7: %s: the amounts stay within the calldata's bounds, and say when they are the quote's",
  async (_, logs, estimated) => {
    const amounts = await readAmounts(noRpc, VAULT, swap, receiptWith([...honest, ...logs]));
    expect(amounts.estimated).toBe(estimated);
    expect(amounts.soldBase).toBe(100n);
    expect(amounts.boughtBase >= 49n && amounts.boughtBase <= 100n).toBe(true);
    if (estimated) expect([50n, 51n]).toContain(amounts.boughtBase);
    const hash = `0x${"ab".repeat(32)}` as const;
    const { soldBase: sellBase, boughtBase: buyBase } = amounts;
    const outcome = {
      kind: "executed" as const,
      sellBase,
      buyBase,
      estimated,
      hash,
      blockNumber: 5n,
    };
    const next = applySliceOutcome(order, outcome, order.createdAt + 1, noDraw);
    expect(twapOrder.parse(next.order)).toMatchObject({
      spentBase: "100",
      amountsEstimated: estimated,
    });
    expect(twapEvent.safeParse(next.event).success).toBe(true);
  },
);

test("M7: only hostile logs, none of the honest ones: both figures are the quote's", async () => {
  for (const [, logs] of hostile) {
    const amounts = await readAmounts(noRpc, VAULT, swap, receiptWith(logs));
    expect(amounts.soldBase > 0n && amounts.soldBase <= 100n).toBe(true);
    expect(amounts.boughtBase >= 49n && amounts.boughtBase <= 100n).toBe(true);
  }
});
