import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Deps } from "../deps.ts";
import { refuse } from "../lib/refuse.ts";
import { readOraclePrices } from "../pipeline/read-oracle-prices.ts";
import { vaultFrozen } from "../pipeline/vault-frozen.ts";
import type { ClaimedOrder } from "../store/orders/claimed-order.ts";
import { fireTrigger } from "../store/orders/fire-trigger.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { boundsOfTrigger } from "../triggers/bounds-of-trigger.ts";
import { decideLook } from "../triggers/decide-look.ts";
import { firedTrigger } from "../triggers/fired-trigger.ts";
import { orderOfTrigger } from "../triggers/order-of-trigger.ts";
import { priceAsked } from "../triggers/price-asked.ts";
import { runForOrder } from "./run-for-order.ts";
import type { SliceRun } from "./slice-run.ts";

type Met = ClaimedOrder & { order: TriggerOrder };

/**
 * The trade of a trigger order whose price is met: through the same pipeline as a slice, or by creating its TWAP order. Behind slow slices
 * the look may be old by now; then the price is read again.
 * @throws store_unavailable
 */
export async function tryTrigger(deps: Deps, met: Met, leaseToken: number, tickMs: number): Promise<SliceRun> {
  const { order: trigger } = met;
  const lookedMs = trigger.firing?.atMs ?? 0;
  if (deps.clock.nowMs() - lookedMs > TRIGGER_LIMITS.freshLookMs) {
    const [converted] = await readOraclePrices(deps.chain(trigger.chainId), [priceAsked(trigger)]);
    const look = converted && decideLook(trigger, converted, deps.clock.nowMs());
    if (look?.kind !== "met") return { status: "idle", found: "The price was met no longer when its turn came." };
    return trade(deps, { ...met, order: look.trigger }, leaseToken, tickMs);
  }
  return trade(deps, met, leaseToken, tickMs);
}

async function trade(deps: Deps, met: Met, leaseToken: number, tickMs: number): Promise<SliceRun> {
  const { order: trigger, version, context } = met;
  const nowMs = deps.clock.nowMs();
  const becomes = orderOfTrigger(trigger, nowMs);
  if (becomes !== undefined) return fire(deps, met, becomes, leaseToken);
  const { vaultAddress: vault, id, side, totalAmount } = trigger;
  const run = trigger.attemptsOfSlice + 1;
  const pair = { tokenIn: trigger.sellTokenAddress, tokenOut: trigger.buyTokenAddress, dex: trigger.venue };
  return runForOrder(deps, `trigger:${vault}:${id}:${run}`, {
    tool: buildVaultSwap,
    // Tokens are addresses, resolved at creation. The amount is for readers: the base units beside it are swapped.
    args: side === "buy" ? { ...pair, amountOut: totalAmount } : { ...pair, amountIn: totalAmount },
    chainId: trigger.chainId,
    vaultAddress: vault,
    executionMode: trigger.autoExecute ? "delegated" : "manual",
    caller: {
      kind: "system",
      actor: { kind: "system", job: "trigger", operator: trigger.operatorAddress },
      context,
      amountBase: BigInt(trigger.totalBase),
      bounds: boundsOfTrigger(trigger),
    },
    names: trigger.namedByCard ? [trigger.buyTokenAddress] : undefined,
    purpose: {
      kind: "twap",
      orderId: id,
      sliceNumber: 1,
      attemptId: `trigger:${vault}:${id}:${run}`,
      leaseToken,
      version,
      attempted: { lastExecution: tickMs, ...(trigger.firing && { firing: trigger.firing }) },
    },
  });
}

type Becomes = Omit<TwapOrder, "id">;

/** One script ends the one and creates the other; the number of the new order is only known there. */
async function fire(
  deps: Deps,
  { order: trigger, version, context }: Met,
  becomes: Becomes,
  leaseToken: number,
): Promise<SliceRun> {
  const nowMs = deps.clock.nowMs();
  const { order, event, notifications } = firedTrigger(trigger, { how: "ordered", twapOrderId: 0 }, nowMs);
  if (event === null) throw new Error("a trigger order fired without an event");
  const fired = await fireTrigger.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    leaseToken,
    expectedVersion: version,
    trigger: order,
    event,
    outbox: context.paired
      ? notifications.map((payload) => ({ id: payload.id, operator: payload.operator, dueMs: nowMs, payload }))
      : [],
    order: becomes,
    maxActivePerVaultChain: ORDER_LIMITS.maxActivePerVaultChain,
    maxActivePerOperator: ORDER_LIMITS.maxActivePerOperator,
  });
  if (fired.ok) return { status: "written" };
  return { status: "refused", refusal: refusalOf(fired.code, fired.active) };
}

function refusalOf(
  code: "order_not_active" | "lease_lost" | "vault_frozen" | "vault_limit" | "operator_limit",
  active = 0,
) {
  switch (code) {
    case "vault_limit":
    case "operator_limit":
      return refuse(
        "twap_order_limit",
        `Its TWAP order could not be created: ${code === "vault_limit" ? `the vault has ${active} active ones on this chain` : `you have ${active} active ones over all vaults`}, the most allowed. Cancel one, and it is created at the next tick if the price is still met.`,
        { active },
      );
    case "vault_frozen":
      return vaultFrozen("The vault is frozen, so no TWAP order was created.");
    default:
      return refuse("twap_order_not_active", "The trigger order was cancelled, or is held by another run.");
  }
}
