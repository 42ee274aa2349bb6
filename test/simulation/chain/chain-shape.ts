import type { ChainId } from "../../../schemas/chains.ts";

export type ChainShape = {
  blockMs: number;
  firstBlock: number;
  baseFeeWei: bigint;
  tipWei: bigint;
  /**
   * The service's hard cap (spec, "Limits"; docs/facts/venues.md 6), from the table of the facts.
   */
  capWei: bigint;
  /** Decision D31. */
  confirmations: number;
};

/**
 * The chains that histories run on: one confirmation, two, five. Fees lie well under the caps, so
 * that a spike can be below a cap and above it.
 */
const SHAPES: Partial<Record<ChainId, ChainShape>> = {
  1: {
    blockMs: 12_000,
    firstBlock: 25_000_000,
    baseFeeWei: 1_000_000_000n,
    tipWei: 0n,
    capWei: 5_000_000_000n,
    confirmations: 2,
  },
  // Of histories with a second chain: it is only read.
  10: {
    blockMs: 2_000,
    firstBlock: 130_000_000,
    baseFeeWei: 5_000_000n,
    tipWei: 1_000_000n,
    capWei: 40_000_000n,
    confirmations: 1,
  },
  137: {
    blockMs: 2_000,
    firstBlock: 80_000_000,
    baseFeeWei: 50_000_000_000n,
    tipWei: 30_000_000_000n,
    capWei: 500_000_000_000n,
    confirmations: 5,
  },
  8453: {
    blockMs: 2_000,
    firstBlock: 40_000_000,
    baseFeeWei: 5_000_000n,
    tipWei: 1_000_000n,
    capWei: 40_000_000n,
    confirmations: 1,
  },
};

/** @throws Error for a chain that is not simulated */
export function chainShape(chainId: ChainId): ChainShape {
  const shape = SHAPES[chainId];
  if (shape === undefined) throw new Error(`chain ${chainId} is not simulated`);
  return shape;
}
