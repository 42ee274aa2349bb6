import { blockReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { Head } from "../kinds/chain-facts.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** In the request of this turn. Refuses with rpc_unavailable. */
export async function readHead({ rpc }: ChainDeps): Promise<Verdict<Head>> {
  const [block, tip] = await rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]);
  if (!block.ok) return refuse("rpc_unavailable", "The chain could not be read. Nothing was built; please try again.");
  // Some nodes do not offer a suggestion; a tip of 0 still passes the caps.
  return allow({ block: block.value, tipWei: tip.ok ? tip.value : 0n });
}
