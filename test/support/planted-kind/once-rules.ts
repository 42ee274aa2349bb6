import type { Notification } from "../../../schemas/notification.ts";
import { explorerTxUrl } from "../../../src/chain/without-links.ts";
import type { OrderOutcome, OrderRules, OutcomeFacts } from "../../../src/kinds/order-kind.ts";
import type { OrderResult } from "../../../src/kinds/order-result.ts";
import { formatUnits } from "../../../src/lib/parse-units.ts";
import { auditRefusal, auditText } from "../../../src/store/audit/audit-text.ts";
import { buildVaultSwap } from "../../../src/tools/build-vault-swap.ts";
import { nextWaiting } from "../../../src/twap/note-waiting.ts";
import { waitingText } from "../../../src/twap/order-change-text.ts";
import { wholeCall } from "../../../src/twap/twap-rules.ts";
import type { OnceEvent, OnceOrder } from "./once-order.ts";

const AGAIN_MS = 240_000;
const MOST_FAILURES = 3;

export const onceRules: OrderRules<OnceOrder> = {
  dueAt,
  decide: async (_deps, { order, context }, tickMs) => {
    if (order.status !== "active" || tickMs < order.startAt)
      return { kind: "ends", run: { status: "not_started" } };
    const name = `once:${order.vaultAddress}:${order.id}:${order.attemptsOfSlice + 1}`;
    const {
      sellTokenAddress: tokenIn,
      buyTokenAddress: tokenOut,
      amount: amountIn,
      venue: dex,
    } = order;
    return {
      kind: "calls",
      call: {
        ...{
          requestId: name,
          attemptId: name,
          sliceNumber: 1,
          tool: buildVaultSwap.name,
          chainId: order.chainId,
          context,
        },
        ...{ args: { tokenIn, tokenOut, amountIn, dex }, executionMode: "delegated" },
        ...{ amountBase: BigInt(order.amountBase), attempted: { lastExecution: tickMs } },
      },
    };
  },
  after,
  noteWaiting: (order, wait) => {
    const next = nextWaiting(order.waiting, wait);
    if (next === null || !next.isToTell) return next && { waiting: next.waiting, alarm: null };
    const { sinceMs } = next.waiting;
    const told = {
      waitingSince: sinceMs,
      code: wait.reason,
      reason: waitingText(wait.reason, wait.figures),
    };
    return {
      waiting: next.waiting,
      alarm: { ...noticeOf("order_waiting", order, sinceMs, wait.nowMs), ...told },
    };
  },
  auditCreated: (order) =>
    auditText({
      ...{
        kind: "order_created",
        actor: order.operatorAddress,
        side: "sell",
        sliceCount: 1,
        intervalMinutes: 5,
      },
      ...{
        sellToken: order.sellTokenAddress,
        buyToken: order.buyTokenAddress,
        totalBase: order.amountBase,
      },
      ...{ dex: order.venue, autoExecute: true, startAt: order.startAt },
    }),
};

function dueAt({ active, status, startAt, lastExecution }: OnceOrder): number | null {
  if (!active || status !== "active") return null;
  return lastExecution === undefined ? startAt - 1 : lastExecution + AGAIN_MS;
}

const isRunning = ({ status }: OnceOrder): boolean =>
  status === "active" || status === "pending_confirmation";
const unchanged = (order: OnceOrder): OrderResult => ({
  order,
  event: null,
  notifications: [],
  dueMs: dueAt(order),
});

/**
 * By the rules of a slice: what is done is done once, and a failure is tried again, three times in
 * a row at most.
 */
function after(
  order: OnceOrder,
  outcome: OrderOutcome<OnceOrder>,
  facts: OutcomeFacts,
): OrderResult {
  if (order.slicesExecuted === 1) return unchanged(order);
  const isOut = order.pendingAttempt !== undefined;
  switch (outcome.kind) {
    case "executed":
      return sold(order, outcome, facts.tickMs);
    case "failed":
    case "mined":
    case "meta_unreadable":
      return isRunning(order) || isOut ? failed(order, outcome, facts) : unchanged(order);
    default:
      return unchanged(order);
  }
}

function sold(
  order: OnceOrder,
  outcome: Extract<OrderOutcome, { kind: "executed" }>,
  nowMs: number,
): OrderResult {
  const { pendingAttempt: _, waiting: __, lastError: ___, ...rest } = order;
  const amounts = {
    ...{
      sellAmount: formatUnits(outcome.sellBase, order.sellDecimals),
      sellSymbol: order.sellSymbol,
    },
    ...{ buyAmount: formatUnits(outcome.buyBase, order.buyDecimals), buySymbol: order.buySymbol },
  };
  const next: OnceOrder = {
    ...{
      ...rest,
      active: false,
      slicesExecuted: 1,
      consecutiveFailures: 0,
      completedAt: order.completedAt ?? nowMs,
    },
    status: order.status === "cancelled" ? "cancelled" : "completed",
  };
  const { hash, blockNumber, estimated } = outcome;
  const mined = {
    hash,
    blockNumber: blockNumber.toString(),
    explorerUrl: explorerTxUrl(order.chainId, hash),
  };
  const said =
    `sold ${amounts.sellAmount} ${order.sellSymbol} for ${amounts.buyAmount} ` +
    `${order.buySymbol}`;
  return {
    ...{ order: next, event: eventOf(order, nowMs, true, said), dueMs: null },
    notifications: [
      {
        ...noticeOf("slice_executed", next, next.lastExecution ?? nowMs, nowMs),
        ...amounts,
        estimated,
        ...mined,
      },
    ],
  };
}

type Failure = Extract<OrderOutcome, { kind: "failed" | "mined" | "meta_unreadable" }>;

function failed(
  order: OnceOrder,
  outcome: Failure,
  { tickMs: nowMs, attempt, refusal }: OutcomeFacts,
): OrderResult {
  const { pendingAttempt, waiting: _, ...rest } = order;
  const isOut = pendingAttempt !== undefined;
  const code = outcome.kind === "failed" ? outcome.code : outcome.kind;
  const error = ((outcome.kind === "mined" ? undefined : outcome.error) ?? code).slice(0, 400);
  const consecutiveFailures = order.consecutiveFailures + 1;
  // What used the nonce, or was mined without amounts that can be read, may have been this very
  // sale.
  const mayHaveSold = isOut && (code === "vault_frozen" || outcome.kind !== "failed");
  const ends = isRunning(order) && (mayHaveSold || consecutiveFailures >= MOST_FAILURES);
  const next: OnceOrder = {
    ...{ ...rest, active: order.active && !ends, consecutiveFailures, lastError: error },
    status: ends ? "auto_paused" : isRunning(order) ? "active" : order.status,
    lastExecution: isOut ? (order.lastExecution ?? nowMs) : nowMs,
  };
  const base = noticeOf("slice_failed", next, next.lastExecution ?? nowMs, nowMs);
  const debugCall = wholeCall(outcome.kind === "mined" ? undefined : outcome.debugCall);
  const run = { actor: "scheduler" as const, orderId: order.id, sliceNumber: 1 };
  return {
    ...{ order: next, event: eventOf(order, nowMs, false, `failed: ${error}`), dueMs: dueAt(next) },
    notifications: [
      { ...base, error, code, consecutiveFailures, failureLimit: MOST_FAILURES, debugCall },
    ],
    ...(attempt === undefined &&
      refusal && {
        audit: auditText({ kind: "slice_refused", ...run, refusal: auditRefusal(refusal) }),
      }),
  };
}

const eventOf = (
  order: OnceOrder,
  timestamp: number,
  success: boolean,
  said: string,
): OnceEvent => ({
  ...{ type: "once", orderId: order.id, timestamp, success, said },
});

const noticeOf = <K extends Notification["kind"]>(
  kind: K,
  order: OnceOrder,
  attemptMs: number,
  nowMs: number,
) => ({
  ...{
    kind,
    id: `once:${order.vaultAddress}:${order.id}:1:${attemptMs}:${kind}`,
    createdAt: nowMs,
  },
  ...{ vault: order.vaultAddress, chainId: order.chainId, operator: order.operatorAddress },
  ...{ orderId: order.id, sliceNumber: 1, progress: `${order.slicesExecuted}/1` },
});
