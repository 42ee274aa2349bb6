import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";

/** Until a node near us serves the block. A wrong value only shifts a poll a little. */
const SPREAD_MS = 100;

/** Undefined: the chain keeps to no interval, its clock and ours differ, or the block is overdue (as on a chain that mines what it is sent). */
export function untilNextBlock(chainId: ChainId, headSec: number, nowMs: number): number | undefined {
  const { blockMs: intervalMs } = chainOf(chainId);
  if (intervalMs === null) return undefined;
  const waitMs = headSec * 1_000 + intervalMs + SPREAD_MS - nowMs;
  return waitMs > 0 && waitMs <= intervalMs + SPREAD_MS ? waitMs : undefined;
}
