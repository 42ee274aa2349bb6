import { SAMPLE_RULES } from "../../schemas/vaults/sample-rules.ts";
import { navReads } from "../chain/nav-reads.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps, Deps } from "../deps.ts";
import type { SampledVault } from "../store/samples/stored-sample.ts";
import { type DueSample, recordSamples, takeSamples } from "../store/samples/take-samples.ts";

/** `rounds` of `perRound` vaults at most. */
type Budget = { rounds: number };

/** Longer than a round takes, shorter than a tick's interval: then the next tick asks again. */
const LEASE_MS = 120_000;

type Seen = DueSample & { seen: SampledVault };

/**
 * Samples NAV per unit, supply and value of the vaults that are due: a round is two trips to the
 * store, and two RPC requests a chain (more where a node's answer must be cut). What no node
 * answered stays due.
 */
export async function sampleVaults(deps: Deps, { rounds }: Budget): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { taken, more } = await takeSamples.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      limit: SAMPLE_RULES.perRound,
      leaseMs: LEASE_MS,
    });
    const chainIds = [...new Set(taken.map(({ chainId }) => chainId))];
    const seen = await Promise.all(
      chainIds.map((chainId) =>
        seenOn(
          deps.chain(chainId),
          taken.filter((one) => one.chainId === chainId),
        ),
      ),
    );
    const samples = seen.flat();
    if (samples.length > 0)
      await recordSamples.run(deps.redis, deps.keys, {
        requestId: deps.newId(),
        nowMs: deps.clock.nowMs(),
        samples,
      });
    deps.log("samples", { taken: taken.length, recorded: samples.length });
    if (!more) return;
  }
}

/** All of one block. */
async function seenOn({ rpc }: ChainDeps, vaults: readonly DueSample[]): Promise<Seen[]> {
  const [head] = await rpc.send([blockReads.latest()]);
  if (!head.ok) return [];
  const at = { block: head.value.number };
  const read = await Promise.all(
    vaults.map(async (due) => {
      const [nav, tokens, virtual] = await rpc.send([
        navReads.view(due.vault, at),
        vaultReads.poolTokens(due.vault, at),
        vaultReads.virtualSupply(due.vault, at),
      ]);
      const isUnpriced = nav.ok ? nav.value.unitaryValue === 0n : nav.kind === "reverted";
      if (!isUnpriced && !(nav.ok && tokens.ok && virtual.ok)) return [];
      const figures =
        nav.ok && tokens.ok && virtual.ok && !isUnpriced
          ? { ...nav.value, supply: tokens.value.totalSupply + virtual.value }
          : null;
      return [
        { ...due, seen: { atSec: head.value.timestampSec, block: head.value.number, figures } },
      ];
    }),
  );
  return read.flat();
}
