import * as fc from "fast-check";
import { decodeFunctionData, type Hex, parseAbi, serializeTransaction, size } from "viem";
import { expect, test } from "vitest";
import { l1Fee } from "../../../src/chain/l1-fee.ts";

/** From the contract's source (docs/facts/op-stack-fees.md), not from the code's own ABI. */
const ABI = parseAbi(["function getL1FeeUpperBound(uint256) view returns (uint256)"]);

const sizeAskedFor = (data: Hex): bigint => {
  const [call] = l1Fee.calls(8453, data);
  const { to, data: calldata } = call!.params[0] as { to: Hex; data: Hex };
  expect(to).toBe("0x420000000000000000000000000000000000000f");
  return decodeFunctionData({ abi: ABI, data: calldata }).args[0];
};

test("behavior: the size asked is never below the unsigned transaction's, whatever fields", () => {
  const most = (bytes: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bytes * 8) - 1n });
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.record({ gas: most(8), maxFeePerGas: most(16) }),
      fc.nat({ max: 2 ** 31 - 1 }),
      (bytes, { gas, maxFeePerGas }, nonce) => {
        const data: Hex = `0x${Buffer.from(bytes).toString("hex")}`;
        const to: Hex = `0x${"77".repeat(20)}`;
        const fees = { gas, maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas };
        const raw = serializeTransaction({
          type: "eip1559",
          chainId: 8453,
          to,
          data,
          nonce,
          value: 0n,
          ...fees,
        });
        const asked = sizeAskedFor(data);
        expect(asked).toBeGreaterThanOrEqual(BigInt(size(raw)));
        expect(asked - BigInt(size(raw))).toBeLessThan(90n);
      },
    ),
  );
});

test("behavior: the three OP-stack chains are asked, the others owe nothing", () => {
  const asked = ([1, 10, 56, 130, 137, 8453, 42161] as const).filter(
    (chainId) => l1Fee.calls(chainId, "0x").length,
  );
  expect(asked).toEqual([10, 130, 8453]);
  expect(l1Fee.read(1, undefined)).toBe(0n);
  expect(l1Fee.read(10, { ok: true, value: 5n })).toBe(5n);
});

test("error: what is not answered, or reverts, is unknown and not nothing", () => {
  expect(l1Fee.read(8453, undefined)).toBeNull();
  expect(l1Fee.read(8453, { ok: false, kind: "unavailable", message: "" })).toBeNull();
  expect(l1Fee.read(8453, { ok: false, kind: "reverted", data: "0x", message: "" })).toBeNull();
});
