import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { NavSync } from "../../schemas/nav-sync.ts";
import { lookAtDeposit } from "../bridge/look-at-deposit.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import type { Verdict } from "../lib/verdict.ts";
import { decideSync } from "../navsync/decide-sync.ts";
import { judgeLastSync } from "../navsync/judge-last-sync.ts";
import type { ExecutionOutcome } from "../pipeline/execution-outcome.ts";
import type { ClaimedOrder } from "../store/orders/claimed-order.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { crosschainSync } from "../tools/crosschain-sync.ts";
import { readAllNavs } from "../tools/read-all-navs.ts";
import { advancePoint } from "../twap/advance-point.ts";
import { runForOrder } from "./run-for-order.ts";
import type { SliceRun } from "./slice-run.ts";

/** What the bridge says of an amount that is not worth its fee now: no failure, and compared again at the next run. */
const NOT_WORTH_IT: readonly ErrorCode[] = ["bridge_amount_too_low", "bridge_fee_too_high"];

/**
 * One run of a claimed NAV sync: looks whether what it sent last has arrived, compares NAV per unit over the vault's chains and, where they are apart, sends what the caps allow
 * through the same pipeline as every other door, on the chain that is highest: ownership, delegation, settings, losses and the
 * nonce are that chain's. No model has a part in it.
 * @throws store_unavailable
 */
export async function tryNavSync(
  deps: Deps,
  { order: sync, version, context }: ClaimedOrder & { order: NavSync },
  leaseToken: number,
  tickMs: number,
): Promise<SliceRun> {
  const { id, vaultAddress: vault, operatorAddress: operator } = sync;
  const before = await judgeLast(deps, sync);
  if (!before.ok) return { status: "refused", refusal: before };
  if (before.value.found !== undefined) return { status: "idle", found: before.value.found };
  const { navs, unread } = await readAllNavs({ deps, vault });
  const { syncToleranceBps: toleranceBps } = context.settings;
  // What this service has no node for is not unknown: nothing is ever done there.
  const failed = unread.filter(({ chainId }) => deps.env.rpcUrls[chainId] !== undefined);
  const seen = { navs, unread: failed, nowMs: deps.clock.nowMs(), toleranceBps };
  const found = decideSync(sync, seen);
  if (!found.ok) return { status: "refused", refusal: found };
  if (found.value.kind === "idle") return { status: "idle", found: found.value.found };
  const chainId = found.value.planned.fromChainId;
  const call = { nowMs: deps.clock.nowMs(), chainId, vault, operator };
  const sender = chainId === sync.chainId ? context : await loadCallContext.run(deps.redis, deps.keys, call);
  // The same once more, with what only the chain that sends has stored.
  const decided = decideSync(sync, {
    ...seen,
    high: sender.navBaseline === null ? undefined : BigInt(sender.navBaseline),
  });
  if (!decided.ok) return { status: "refused", refusal: decided };
  if (decided.value.kind === "idle") return { status: "idle", found: decided.value.found };
  const { planned, token, amountBase } = decided.value;
  const { toChainId } = planned;
  const run = sync.syncsExecuted + 1;
  const outcome = await runForOrder(deps, `nav_sync:${vault}:${id}:${run}`, {
    tool: crosschainSync,
    args: { destinationChain: chainOf(toChainId).name, token, amount: planned.amount },
    chainId,
    vaultAddress: vault,
    executionMode: "delegated",
    caller: {
      kind: "system",
      actor: { kind: "system", job: "nav_sync", operator },
      context: sender,
      amountBase,
    },
    purpose: {
      kind: "twap",
      orderId: id,
      sliceNumber: run,
      attemptId: `nav_sync:${vault}:${id}:${run}:${sync.attemptsOfSlice + 1}`,
      leaseToken,
      version,
      attempted: { lastExecution: tickMs, ...advancePoint(sync, tickMs), pendingSync: planned },
    },
  });
  return isNotWorthIt(outcome) ? { status: "idle", found: outcome.refusal.message } : outcome;
}

/** What was sent last has to have arrived: sent again in its place, it would be gone twice. */
async function judgeLast(deps: Deps, sync: NavSync): Promise<Verdict<{ found?: string }>> {
  const { lastSync, vaultAddress: vault } = sync;
  if (lastSync?.hash === undefined) return allow({});
  const look = await lookAtDeposit(deps, { vault, source: lastSync.fromChainId, hash: lowerHex(lastSync.hash) });
  return judgeLastSync(sync, lastSync, look, deps.clock.nowMs());
}

const isNotWorthIt = (outcome: ExecutionOutcome): outcome is Extract<ExecutionOutcome, { status: "refused" }> =>
  outcome.status === "refused" && outcome.intent === undefined && NOT_WORTH_IT.includes(outcome.refusal.code);
