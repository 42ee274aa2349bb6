import type { NavSync } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { bridgeReads } from "../bridge/bridge-reads.ts";
import { type DepositLook, lookAtDeposit } from "../bridge/look-at-deposit.ts";
import { readAllNavs } from "../bridge/read-chain-nav.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { OrderDecision } from "../kinds/order-run.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { crosschainSync } from "../tools/crosschain-sync.ts";
import { advancePoint } from "../twap/points-of-order.ts";
import { decideSync } from "./decide-sync.ts";

/**
 * Waits for the last deposit, compares NAV per unit over all chains, and sends from the highest
 * within the caps. The sending chain's owner, delegation, settings and losses count.
 * @throws store_unavailable
 */
export async function decideSyncRun(
  deps: Deps,
  { order: sync, context }: ClaimedOrder & { order: NavSync },
  tickMs: number,
): Promise<OrderDecision> {
  const { id, vaultAddress: vault, operatorAddress: operator } = sync;
  const before = await judgeLast(deps, sync);
  if (!before.ok) return refused(before);
  if (before.value.found !== undefined) return idle(before.value.found);
  const { navs, unread } = await readAllNavs({ deps, vault });
  const { syncToleranceBps: toleranceBps } = context.settings;
  // A chain without a node here is never used.
  const failed = unread.filter(({ chainId }) => deps.env.rpcUrls[chainId] !== undefined);
  const seen = { navs, unread: failed, nowMs: deps.clock.nowMs(), toleranceBps };
  const found = decideSync(sync, seen);
  if (!found.ok) return refused(found);
  if (found.value.kind === "idle") return idle(found.value.found);
  const chainId = found.value.planned.fromChainId;
  const at = { nowMs: deps.clock.nowMs(), chainId, vault, operator };
  const sender =
    chainId === sync.chainId ? context : await loadCallContext.run(deps.redis, deps.keys, at);
  // Decided again with the sending chain's stored high.
  const decided = decideSync(sync, {
    ...seen,
    high: sender.navBaseline === null ? undefined : BigInt(sender.navBaseline),
  });
  if (!decided.ok) return refused(decided);
  if (decided.value.kind === "idle") return idle(decided.value.found);
  const { planned, token, amountBase } = decided.value;
  const run = sync.syncsExecuted + 1;
  const name = `nav_sync:${vault}:${id}:${run}`;
  return {
    kind: "calls",
    call: {
      requestId: name,
      tool: crosschainSync.name,
      args: { destinationChain: chainOf(planned.toChainId).name, token, amount: planned.amount },
      chainId,
      context: sender,
      executionMode: "delegated",
      amountBase,
      sliceNumber: run,
      attemptId: `${name}:${sync.attemptsOfSlice + 1}`,
      attempted: { lastExecution: tickMs, ...advancePoint(sync, tickMs), pendingSync: planned },
    },
  };
}

const refused = (refusal: Refusal): OrderDecision => ({
  kind: "ends",
  run: { status: "refused", refusal },
});
const idle = (found: string): OrderDecision => ({ kind: "ends", run: { status: "idle", found } });

/** Sending before the last deposit arrived could send its amount twice. */
async function judgeLast(deps: Deps, sync: NavSync): Promise<Verdict<{ found?: string }>> {
  const { lastSync, vaultAddress: vault } = sync;
  if (lastSync?.hash === undefined) return allow({});
  const look = await lookAtDeposit(deps, {
    vault,
    source: lastSync.fromChainId,
    hash: lowerHex(lastSync.hash),
  });
  return judgeLastSync(sync, lastSync, look, deps.clock.nowMs());
}

type LastSync = NonNullable<NavSync["lastSync"]>;

/**
 * `found`: it is on its way. Refuses with bridge_not_arrived, which stops the sync, or
 * rpc_unavailable.
 */
export function judgeLastSync(
  { token }: Pick<NavSync, "token">,
  { amount, fromChainId, toChainId, hash, atMs }: LastSync,
  look: DepositLook,
  nowMs: number,
): Verdict<{ found?: string }> {
  const [from, to] = [chainOf(fromChainId).name, chainOf(toChainId).name];
  const what = `${amount} ${token} from ${from} to ${to}`;
  switch (look.kind) {
    case "arrived":
      return allow({});
    case "waiting":
      return allow({
        found: `What was sent last is on its way: ${what}, ${look.secondsLeft} s left to arrive.`,
      });
    case "refunded":
    case "expired":
      return refuse(
        "bridge_not_arrived",
        textOf(look.kind, { what, from, escrow: look.deposit.escrow, hash }),
        {
          transactionHash: hash ?? null,
          escrow: look.deposit.escrow,
          chainId: fromChainId,
          ...(look.kind === "refunded" && {
            refundData: bridgeReads.refundVault(look.deposit.inputToken),
          }),
        },
      );
    case "unread":
      return refuse(
        "rpc_unavailable",
        `Whether ${what} arrived is not known: ${chainOf(look.chainId).name} did not answer. ` +
          "Nothing was sent.",
      );
    default:
      // After a reorg, or beyond the node's receipts.
      if (nowMs - atMs >= NAV_SYNC_LIMITS.dayMs) return allow({});
      return refuse(
        "rpc_unavailable",
        `Whether ${what} arrived is not known: ${from} does not show its transaction. ` +
          "Nothing was sent.",
      );
  }
}

type Lost = { what: string; from: string; escrow: string; hash: string | undefined };

/** Fits into `lastError` whole. */
function textOf(kind: "refunded" | "expired", { what, from, escrow, hash }: Lost): string {
  const where =
    kind === "refunded"
      ? `Across has paid it back to the vault's escrow ${escrow} on ${from}; any wallet ` +
        "hands it on to the vault"
      : `Across pays it back to the vault's escrow ${escrow} on ${from} in some hours; then ` +
        "any wallet hands it on";
  return (
    `What was sent last did not arrive: ${what}. ${where}: verify_bridge_arrival with ` +
    `transactionHash ${hash} gives the transaction. The sync stops.`
  );
}
