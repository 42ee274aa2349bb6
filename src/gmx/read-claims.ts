import type { Address } from "viem";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import type { ChainDeps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { claimPairs } from "./claim-pairs.ts";
import { gmxKeys } from "./gmx-keys.ts";
import { gmxReads } from "./gmx-reads.ts";
import type { GmxMarket } from "./read-gmx-account.ts";

export type GmxClaim = { market: Address; token: Address; amountBase: bigint; timeKey?: bigint };
export type ClaimsAround = { chain: ChainDeps; vault: Address; markets: readonly GmxMarket[] };

/** Both tokens of every market: of positions that are closed as well. Funding that an open position has earned since it was last changed is not among it. */
export async function readClaims({ chain, vault, markets }: ClaimsAround): Promise<Verdict<GmxClaim[]>> {
  const pairs = claimPairs(markets);
  const calls = pairs.map((pair) => gmxReads.value(gmxKeys.claimableFunding({ ...pair, account: vault })));
  const [read] = await chain.rpc.send([aggregateCalls(chain.addresses.multicall3, calls)]);
  if (!read.ok) return unreadable;
  const amounts = read.value;
  if (!amounts.every((one) => one.ok)) return unreadable;
  return allow(
    pairs.flatMap((pair, index) => {
      const one = amounts[index];
      return one?.ok && one.value > 0n ? [{ ...pair, amountBase: one.value }] : [];
    }),
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "What can be claimed at GMX could not be read from the chain. Please try again.",
);
