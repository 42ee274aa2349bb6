import type { Address } from "viem";
import { navOf } from "../chain/nav-of.ts";
import type { SimTransaction } from "../chain/read-transaction.ts";
import { runVaultCall } from "../chain/run-vault-call.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { Sight } from "./create-world.ts";

type Given = {
  chain: SimChain;
  tx: SimTransaction;
  owner: Address;
  /** As a node showed it right before; undefined when nobody looked. */
  looked: Sight | undefined;
  baseline: bigint | undefined;
};

/** Spec, "Safety stack": 10% unless its operator changes it, which no history does. */
const THRESHOLD_BPS = 1_000n;

/**
 * What the NAV Shield promises of a transaction that goes out, by the chain's own arithmetic:
 * measured right before, it ends no more than the threshold below the higher of the NAV before it
 * and the 24-hour high. The text of what is wrong, or nothing.
 */
export function judgeNavShield({ chain, tx, owner, looked, baseline }: Given): string | undefined {
  if (looked === undefined) return "sent without a look at the NAV";
  const run = runVaultCall({
    state: looked.state,
    vault: tx.to,
    from: owner,
    data: tx.data,
    timestampSec: 0,
    costBps: chain.costBpsAt(looked.block),
    weth: chain.weth,
  });
  if (!run.ok) return undefined;
  const before = navOf(chain.chainId, looked.state, tx.to).unit;
  const after = navOf(chain.chainId, run.state, tx.to).unit;
  const reference = baseline !== undefined && baseline > before ? baseline : before;
  if ((reference - after) * 10_000n <= THRESHOLD_BPS * reference) return undefined;
  return `sent although the NAV ends at ${after}, and its 24-hour high is ${reference}`;
}
