import type { FollowedCall } from "../../schemas/venue-order.ts";
import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import { formatUnits } from "../lib/format-units.ts";

/** What an order says of itself, and is found by: its own id. Other actions of the venue leave no record with an id. */
export function followHyperliquidOrder(call: HyperliquidCall): FollowedCall | undefined {
  if (call.kind !== "hlOrder") return undefined;
  const { asset, isBuy, reduceOnly, tif, cloid } = call;
  const [size, limitPrice] = [formatUnits(call.sizeE8, 8), formatUnits(call.limitPriceE8, 8)];
  return {
    family: "perp_b",
    summary: `${isBuy ? "Buy" : "Sell"} ${size} in perpetual ${asset} at ${limitPrice} or better (${tif}${reduceOnly ? ", reduce-only" : ""})`,
    ...(tif !== "ioc" && { rests: true }),
    ordered: {
      ...{ cloid: `0x${cloid.toString(16).padStart(32, "0")}`, asset: String(asset), size, limitPrice },
      ...(reduceOnly && { reduceOnly: "true" }),
    },
  };
}
