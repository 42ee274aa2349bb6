import { expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { signerFees } from "../../../src/pipeline/signer-fees.ts";

const feesAt = (baseFeePerGas: bigint, tipWei: bigint, chainId: ChainId = 8453) =>
  signerFees(chainId, { block: { number: 1n, timestampSec: 1, baseFeePerGas }, tipWei });

// docs/facts/venues.md 6: of Base 0.04 gwei at most, 0.01 of it the tip.
test("default: below the cap as the service's own: half again the base fee, and node's tip", () => {
  expect(feesAt(10_000_000n, 1_000_000n)).toEqual({
    maxFeePerGas: 16_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
  });
});

test("behavior: above the cap the market's fee is told, the tip in its own (decision D28)", () => {
  expect(feesAt(50_000_000n, 1_000_000n)).toEqual({
    maxFeePerGas: 101_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
  });
  expect(feesAt(50_000_000n, 10_000_001n)).toEqual({
    maxFeePerGas: 110_000_000n,
    maxPriorityFeePerGas: 10_000_000n,
  });
});
