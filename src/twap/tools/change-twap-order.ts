import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { OrderChange } from "../../../schemas/order-change.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { orderAs } from "../../kinds/kind-of.ts";
import { allow, type Refusal, refuse, type Verdict } from "../../lib/verdict.ts";
import { changeOrder } from "../../store/orders/change-order.ts";
import { operatorOf, type ToolContext } from "../../tools/tool.ts";
import { planOfOrder } from "../plan-of-order.ts";
import { twapKind } from "../twap-kind.ts";

type WantedChange = {
  order: TwapOrder;
  audit: AuditContent;
  change: Pick<OrderChange, "kind"> & Partial<OrderChange>;
};

const MAX_TRIES = 4;

/**
 * Changes an open order. Refuses as `change` does, with twap_order_not_found, and with conflict
 * while its transaction is out.
 */
export async function changeTwapOrder<T extends WantedChange>(
  ctx: ToolContext,
  id: number,
  change: (order: TwapOrder) => Verdict<T>,
): Promise<Verdict<{ order: TwapOrder; wanted: T }>> {
  const { deps } = ctx;
  let seen = await changeOrder.run(deps.redis, deps.keys, { ...orderCall(ctx), id });
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (seen.ok || seen.order === undefined || seen.version === undefined) break;
    const wanted = change(orderAs("twap", seen.order));
    if (!wanted.ok) return wanted;
    const { order, audit } = wanted.value;
    const by = operatorOf(ctx);
    const { dueMs } = planOfOrder(order, deps.draw);
    const to = {
      version: seen.version,
      order,
      dueMs,
      audit,
      change: { ...wanted.value.change, by },
    };
    seen = await changeOrder.run(deps.redis, deps.keys, { ...orderCall(ctx), id, to });
    if (seen.ok) return allow({ order: orderAs("twap", seen.order), wanted: wanted.value });
  }
  if (!seen.ok && seen.code === "not_found") return noOpenOrder(id);
  const message =
    seen.ok || seen.code === "version_conflict"
      ? `TWAP order #${id} kept changing. Nothing was changed; please try again.`
      : `A transaction of TWAP order #${id} is out. Nothing was changed; try again when it ` +
        "has ended.";
  return refuse("conflict", message, { id });
}

/** The order, undefined where there is none. */
export async function openOrderOf(ctx: ToolContext, id: number): Promise<TwapOrder | undefined> {
  const { redis, keys } = ctx.deps;
  const seen = await changeOrder.run(redis, keys, { ...orderCall(ctx), id });
  return seen.order && orderAs("twap", seen.order);
}

/** Arguments that the store's scripts for TWAP orders share. */
export const orderCall = ({
  deps,
  chainId,
  vault,
}: Pick<ToolContext, "deps" | "chainId" | "vault">) => ({
  requestId: deps.newId(),
  nowMs: deps.clock.nowMs(),
  vault,
  kind: twapKind.kind,
  chainIds: [chainId],
});

/** Refuses with twap_order_not_found. */
export const noOpenOrder = (id: number): Refusal =>
  refuse(
    "twap_order_not_found",
    `There is no open TWAP order #${id} of this vault on this chain.`,
    { id },
  );
