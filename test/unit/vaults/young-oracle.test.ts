import { encodeErrorResult, type Hex, parseAbi } from "viem";
import { expect, test } from "vitest";
import { youngOracle } from "../../../src/vaults/young-oracle.ts";

const abi = parseAbi([
  "error TargetPredatesOldestObservation(uint32 oldest, uint32 target)",
  "error V4TooLittleReceived(uint256 minAmountOutReceived, uint256 amountReceived)",
]);
const reverted = (data: Hex) =>
  ({ ok: false, kind: "reverted", data, message: "reverted" }) as const;
const young = (oldest: number, target: number) =>
  reverted(
    encodeErrorResult({
      abi,
      errorName: "TargetPredatesOldestObservation",
      args: [oldest, target],
    }),
  );

test.each([
  [1_000, 880, 120],
  [1_000, 999, 1],
  // At least a second, so that nobody asks again at once.
  [1_000, 1_000, 1],
])(
  "default: a mean that reaches from %i back to %i waits %i s",
  (oldest, target, retryAfterSec) => {
    expect(youngOracle(young(oldest, target))).toEqual({
      ok: false,
      code: "oracle_window_filling",
      message:
        "The oracle has not observed a token of this vault for as long as its mean takes. " +
        `Nothing was sent. Try again in ${retryAfterSec} s.`,
      details: { retryAfterSec },
    });
  },
);

test("behavior: whatever else was answered, or not, is no reason to wait", () => {
  const other = encodeErrorResult({ abi, errorName: "V4TooLittleReceived", args: [1_000n, 880n] });
  for (const outcome of [
    reverted(other),
    reverted("0x"),
    { ok: true, value: 1n } as const,
    { ok: false, kind: "unavailable", message: "no answer" } as const,
  ])
    expect(youngOracle(outcome)).toBeUndefined();
});
