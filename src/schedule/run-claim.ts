import type { TickSummary } from "../../schemas/tick-summary.ts";
import { sealAudits } from "../audit/seal-audits.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import type { Claim, ClaimedOrder } from "../store/scripts/claim-due.ts";
import { guarded } from "./guarded.ts";
import { resolveAttempts } from "./resolve-attempts.ts";
import { runSlice, type SliceEnd } from "./run-slice.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import type { SubrequestPlan } from "./subrequest-plan.ts";

type Given = Exclude<Claim, { duplicate: true }>;
type Run = { plan: SubrequestPlan /** When the slices are run, for their orders' plans. */; nowMs: number };

/**
 * Works through one claim: open attempts first, then the slices, one vault's in order. One broken order never stops the
 * others. Adds to the summary what became of them; what the plan has no room for is left to its lease.
 */
export async function runClaim(deps: Deps, claim: Given, summary: TickSummary, { plan, nowMs }: Run): Promise<void> {
  if (claim.unsealed.length > 0) deps.defer("audit_seals", sealAudits(deps, claim.unsealed));
  for (const name of claim.unreadable) deps.log("record_unreadable", { name });
  await resolveAttempts(deps, claim, plan);
  const vaults = Map.groupBy(claim.orders, ({ order }) => order.vaultAddress);
  const ends = await inParallel(SCHEDULE_LIMITS.vaultsAtOnce, [...vaults.values()], (orders) =>
    runVault(deps, orders, claim.token, { plan, nowMs }),
  );
  for (const end of ends.flat()) summary[end] += 1;
  summary.resolved += claim.attempts.length;
  summary.slices += claim.orders.length;
  summary.more = claim.left.length > 0;
}

/** One agent wallet per vault makes one nonce lane per vault: its slices run one after another. */
async function runVault(
  deps: Deps,
  orders: readonly ClaimedOrder[],
  token: number,
  { plan, nowMs }: Run,
): Promise<SliceEnd[]> {
  const ends: SliceEnd[] = [];
  for (const claimed of orders) {
    const name = `${claimed.order.vaultAddress}:${claimed.order.id}`;
    const slice = plan.start(SCHEDULE_LIMITS.sliceSubrequests, () =>
      guarded(deps, name, () => runSlice(deps, claimed, token, nowMs)),
    );
    // Its later orders wait with it.
    if (slice === undefined) return orders.map((_, index) => ends[index] ?? "skipped");
    ends.push((await slice) ?? "skipped");
  }
  return ends;
}
