import type { Hash } from "viem";
import type { Attempt } from "../../../../schemas/attempt.ts";
import type { Bench } from "./execution-bench.ts";

export const HASH: Hash = `0x${"ab".repeat(32)}`;

/** The attempt of a direct call of the bench's vault, at nonce 0 unless told otherwise. */
export const callAttempt = (
  { vault, operator, agent, startMs }: Bench,
  changes: Partial<Attempt> = {},
): Attempt => ({
  id: "call:R-1",
  vault,
  chainId: 8453,
  agent,
  keyVersion: 1,
  operator,
  nonce: 0,
  to: vault,
  data: "0x3593564c",
  gas: "250000",
  maxFeePerGas: "8500000",
  maxPriorityFeePerGas: "1000000",
  hashes: [HASH],
  freeingHashes: [],
  status: "prepared",
  createdAt: startMs,
  swap: null,
  ...changes,
});
