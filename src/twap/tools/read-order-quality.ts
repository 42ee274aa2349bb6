import type { Address } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import type { ShownQuality } from "../../../schemas/orders/order-quality-output.ts";
import type { Deps } from "../../deps.ts";
import { orderAs } from "../../kinds/kind-of.ts";
import { allow, refuse, type Verdict } from "../../lib/verdict.ts";
import { showQuality } from "../../quality/show-quality.ts";
import { getOrderQuality } from "../../store/orders/get-order-quality.ts";
import { twapKind } from "../twap-kind.ts";

type Asked = { chainId: ChainId; vault: Address; id: number };

/**
 * What an order cost, in one trip to the store, also where the closed list has dropped it. Refuses
 * with twap_order_not_found.
 */
export async function readOrderQuality(
  deps: Deps,
  { chainId, vault, id }: Asked,
): Promise<Verdict<ShownQuality>> {
  const { order, figures, refused } = await getOrderQuality.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs(), vault, kind: twapKind.kind, chainId, id },
  });
  if (order !== null) return allow(showQuality(orderAs("twap", order), refused));
  if (figures !== null) return allow(showQuality(figures));
  return refuse(
    "twap_order_not_found",
    `There is no TWAP order #${id} of this vault on this chain.`,
    { id },
  );
}
