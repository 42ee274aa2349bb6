import { expect, test } from "vitest";
import { transactionReads } from "../../../src/chain/transaction-reads.ts";

const ASKED = `0x${"a1".repeat(32)}` as const;
const OTHER = `0x${"b2".repeat(32)}` as const;
const WALLET = `0x${"c3".repeat(20)}`;

const receipt = (hash: string) => ({
  transactionHash: hash,
  status: "0x0",
  blockNumber: "0x10",
  blockHash: OTHER,
  from: WALLET,
  to: WALLET,
  gasUsed: "0x5208",
  effectiveGasPrice: "0x1",
  logs: [],
});
const transaction = (hash: string) => ({ hash, from: WALLET, nonce: "0x7", blockNumber: null });

test("behavior: what a node says of another transaction is no answer", () => {
  expect(() => transactionReads.receipt(ASKED).read(receipt(OTHER))).toThrow("another transaction");
  expect(() => transactionReads.byHash(ASKED).read(transaction(OTHER))).toThrow(
    "another transaction",
  );
});

test("behavior: hashes are compared in any case", () => {
  expect(
    transactionReads.receipt(ASKED).read(receipt(ASKED.toUpperCase().replace("0X", "0x")))?.status,
  ).toBe("reverted");
  expect(transactionReads.byHash(ASKED).read(transaction(ASKED))?.nonce).toBe(7);
});
