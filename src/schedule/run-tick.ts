import { CHAIN_IDS } from "../../schemas/chains.ts";
import type { TickSummary } from "../../schemas/tick-summary.ts";
import { sealAudits } from "../audit/seal-audits.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { deliverOutbox } from "../outbox/deliver-outbox.ts";
import { raiseMissedTicks } from "../outbox/raise-missed-ticks.ts";
import { type ClaimedOrder, claimDue } from "../store/scripts/claim-due.ts";
import { TICK_RULES } from "../twap/tick-rules.ts";
import { guarded } from "./guarded.ts";
import { resolveAttempts } from "./resolve-attempts.ts";
import { runSlice, type SliceEnd } from "./run-slice.ts";

/** Orders and attempts per claim, claims per tick, vaults at once: well within a Worker's subrequests and connections. */
const BATCH = 20;
const MAX_BATCHES = 10;
const VAULTS_AT_ONCE = 4;
/** After this a tick claims no more: what is left is the next one's. */
const CLAIM_FOR_MS = 60_000;
/** Longer than any slice takes; a dead worker's orders come back after it. */
const LEASE_MS = 120_000;
/** Within the 30 s that a Worker has after its answer, and about 90 subrequests (160 at the very worst). */
const OUTBOX_BUDGET = { maxMessages: 40, forMs: 15_000 };

/**
 * One tick: claim what is due in one script, resolve open attempts first, then run the slices, one vault's in order.
 * A delivery seen before runs nothing (decision 49); without `jti` it is the Worker's own. One broken order never stops the others.
 */
export async function runTick(deps: Deps, { jti }: { jti?: string }): Promise<TickSummary> {
  const tickMs = deps.clock.nowMs();
  const summary: TickSummary = {
    duplicate: false,
    resolved: 0,
    slices: 0,
    executed: 0,
    failed: 0,
    pending: 0,
    skipped: 0,
    more: false,
  };
  let missedSinceMs: number | undefined;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const claim = await claimDue.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      limit: BATCH,
      leaseMs: LEASE_MS,
      chainIds: CHAIN_IDS,
      ...(batch === 0 && { jti, lateAfterMs: TICK_RULES.lateAfterMs }),
    });
    if (claim.duplicate) return { ...summary, duplicate: true };
    missedSinceMs ??= claim.missedSinceMs;
    if (claim.unsealed.length > 0) deps.defer("audit_seals", sealAudits(deps, claim.unsealed));
    for (const name of claim.unreadable) deps.log("record_unreadable", { name });
    await resolveAttempts(deps, claim);
    summary.resolved += claim.attempts.length;
    const vaults = Map.groupBy(claim.orders, ({ order }) => order.vaultAddress);
    const ends = await inParallel(VAULTS_AT_ONCE, [...vaults.values()], (orders) =>
      runVault(deps, orders, claim.token, tickMs),
    );
    for (const end of ends.flat()) summary[end] += 1;
    summary.slices += claim.orders.length;
    summary.more = claim.left.length > 0;
    if (
      !summary.more ||
      deps.clock.nowMs() - tickMs > CLAIM_FOR_MS ||
      claim.orders.length + claim.attempts.length === 0
    )
      break;
  }
  deps.log("tick", { ...summary });
  deps.defer(
    "outbox",
    missedSinceMs === undefined
      ? deliverOutbox(deps, OUTBOX_BUDGET)
      : raiseMissedTicks(deps, missedSinceMs, OUTBOX_BUDGET),
  );
  return summary;
}

/** One agent wallet per vault makes one nonce lane per vault: its slices run one after another. */
async function runVault(
  deps: Deps,
  orders: readonly ClaimedOrder[],
  token: number,
  tickMs: number,
): Promise<SliceEnd[]> {
  const ends: SliceEnd[] = [];
  for (const claimed of orders) {
    const end = await guarded(deps, `${claimed.order.vaultAddress}:${claimed.order.id}`, () =>
      runSlice(deps, claimed, token, tickMs),
    );
    ends.push(end ?? "skipped");
  }
  return ends;
}
