import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { orderAs } from "../../kinds/order-as.ts";
import { changeOrder } from "../../store/orders/change-order.ts";
import type { ToolContext } from "../../tools/tool.ts";
import { twapKind } from "../twap-kind.ts";

/** Undefined where there is none of this number. */
export async function openOrderOf({ deps, chainId, vault }: ToolContext, id: number): Promise<TwapOrder | undefined> {
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    vault,
    kind: twapKind.kind,
    chainIds: [chainId],
    id,
  };
  const seen = await changeOrder.run(deps.redis, deps.keys, call);
  return seen.order && orderAs("twap", seen.order);
}
