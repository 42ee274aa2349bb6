import type { Hex } from "viem";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import type { ChainDeps } from "../deps.ts";
import { chunksOf } from "../lib/chunks-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { claimBounds } from "./claim-bounds.ts";
import { gmxReads } from "./gmx-reads.ts";

/** In the order of their keys, in pieces of bounded size, one after another. Refuses with rpc_unavailable. */
export async function readValues(
  { rpc, addresses }: ChainDeps,
  keys: readonly Hex[],
): Promise<Verdict<readonly bigint[]>> {
  const values: bigint[] = [];
  for (const piece of chunksOf(claimBounds.mostValuesAtOnce, keys)) {
    const calls = piece.map((key) => gmxReads.value(key));
    const [read] = await rpc.send([aggregateCalls(addresses.multicall3, calls)]);
    if (!read.ok) return unreadable;
    for (const one of read.value) {
      if (!one.ok) return unreadable;
      values.push(one.value);
    }
  }
  return allow(values);
}

const unreadable = refuse(
  "rpc_unavailable",
  "What can be claimed at GMX could not be read from the chain. Please try again.",
);
