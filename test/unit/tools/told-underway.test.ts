import { expect, test } from "vitest";
import type { UnderwayDeposit } from "../../../src/bridge/look-at-deposit.ts";
import { toldUnderway } from "../../../src/tools/bridge-output.ts";

const ESCROW = `0x${"e5".repeat(20)}` as const;
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const HASH = `0x${"ab".repeat(32)}` as const;
const sent = (kind: UnderwayDeposit["kind"]): UnderwayDeposit =>
  // Safe: no more of a deposit is told.
  ({
    ...{
      kind,
      hash: HASH,
      source: 8453,
      destination: 42161,
      secondsLeft: 540,
      sentAtMs: Date.UTC(2026, 10, 20, 9, 5),
    },
    token: { symbol: "USDC", decimals: 6, address: USDC },
    deposit: {
      ...{
        opType: "sync",
        escrow: ESCROW,
        inputToken: USDC,
        outputAmountBase: 999_500_000n,
        fillDeadlineSec: 1,
      },
      depositId: 7n,
    },
  }) as unknown as UnderwayDeposit;
const way = `sync of 999.5 USDC from base to arbitrum, sent 2026-11-20 09:05 UTC in ${HASH}`;
// refundVault(address), docs/facts/across.md 2, of the token that left.
const DATA = /^0x[0-9a-f]{8}0{24}833589fcd6edb6e08f4c7c32d4f71b54bda02913$/;

test("default: amount, way, time and hash of what is on its way, and how long it has", () => {
  expect(toldUnderway({ deposits: [sent("waiting")], unread: [] }).lines).toEqual([
    `On its way: ${way}, 540 s left to arrive.`,
  ]);
});

test("behavior: a refund that is due names its transaction, one that is not says when", () => {
  const [due, late] = toldUnderway({
    deposits: [sent("refunded"), sent("expired")],
    unread: [],
  }).lines;
  expect(due).toContain(
    `Not arrived in time: ${way}. It lies with the vault's escrow: any wallet hands it on by ` +
      "sending 0x",
  );
  const [, data, rest] = /by sending (\S+) to (.+)$/.exec(due ?? "") ?? [];
  expect(data).toMatch(DATA);
  expect(rest).toBe(`${ESCROW} on base.`);
  expect(late).toBe(
    `Not arrived in time: ${way}. Across pays it back to the vault's escrow in some hours, ` +
      "unless it has been handed on already.",
  );
});

test("error: a chain that could not be read is named, and is not taken for nothing", () => {
  expect(toldUnderway({ deposits: [], unread: [8453] }).lines).toEqual([
    "Whether everything sent from base has arrived could not be read.",
  ]);
});
