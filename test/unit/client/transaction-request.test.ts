import { expect, test } from "vitest";
import { transactionRequest } from "../../../src/client/transaction-request.ts";

const TO = "0x1111111111111111111111111111111111111111";
const FROM = "0x2222222222222222222222222222222222222222";
const unsigned = {
  ...{
    to: TO,
    from: FROM,
    data: "0xabcd",
    value: "0xde0b6b3a7640000",
    gas: "0x5208",
    chainId: 8453,
  },
  ...{
    maxFeePerGas: "0x1",
    maxPriorityFeePerGas: "0x1",
    deadline: 1_795_000_000,
    description: "x",
    ownerOnly: false,
  },
};

test("default: quantities are lossless numbers, and nothing else reaches the wallet", () => {
  expect(transactionRequest(unsigned, 8453, 1_794_999_999_999)).toEqual({
    ...{ account: FROM, to: TO, data: "0xabcd", chainId: 8453 },
    ...{ value: 1_000_000_000_000_000_000n, gas: 21_000n },
  });
});

test("error: an expired transaction is not handed to a wallet; one without deadline is", () => {
  expect(() => transactionRequest(unsigned, 8453, 1_795_000_000_000)).toThrow(
    /deadline has passed/,
  );
  const { deadline: _none, ...open } = unsigned;
  expect(transactionRequest(open, 8453, 9_999_999_999_999).to).toBe(TO);
});

test("error: a transaction for another chain than its sender's goes to no wallet", () => {
  expect(() => transactionRequest(unsigned, 1, 0)).toThrow("for chain 8453, not for 1");
});

test("error: what is no transaction of the service is refused", () => {
  for (const wrong of [{ to: "vitalik.eth" }, { data: "" }, { from: "0xzz" }, { value: "many" }])
    expect(
      () => transactionRequest({ ...unsigned, ...wrong }, 8453, 0),
      JSON.stringify(wrong),
    ).toThrow();
});
