import type { FollowedCall } from "../../schemas/venue-order.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeHyperliquidCall, type HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { checkHyperliquidAction } from "./check-hyperliquid-action.ts";

/** Margin that leaves has its own check (check-hyperliquid-action.ts). */
const hyperliquidLowersRisk = (call: HyperliquidCall): boolean =>
  call.kind === "hlOrder" ? call.reduceOnly : call.kind !== "hlDeposit";

/**
 * The only account named is USDC's system address, which the decoder demands. The NAV Shield cannot
 * measure later effects (decision D54).
 */
const action: CallRule<HyperliquidCall> = {
  movesAssets: false,
  recipients: () => [],
  limited: () => null,
  lowersRisk: hyperliquidLowersRisk,
  boundByCheck: true,
  follow: followHyperliquidOrder,
  check: checkHyperliquidAction,
};

/** Rules of calls to Hyperliquid. */
export const hyperliquidCode: ProtocolCode<HyperliquidCall> = {
  decode: boundedDecode(decodeHyperliquidCall),
  rules: {
    hlDeposit: {
      ...action,
      limited: ({ amountBase }, { usdc }) => ({
        venue: "hyperliquid",
        gives: [{ token: usdc, amountBase }],
        buys: [],
      }),
    },
    hlOrder: {
      ...action,
      sentAsApproved: true,
      // Its margin is at the venue already.
      limited: (call) =>
        hyperliquidLowersRisk(call) ? null : { venue: "hyperliquid", gives: [], buys: [] },
    },
    hlCancel: action,
    hlClassTransfer: action,
    hlSpotSend: action,
  },
};

/** Other actions leave no record with an id. */
function followHyperliquidOrder(call: HyperliquidCall): FollowedCall | undefined {
  if (call.kind !== "hlOrder") return undefined;
  const { asset, isBuy, reduceOnly, tif, cloid } = call;
  const [size, limitPrice] = [formatUnits(call.sizeE8, 8), formatUnits(call.limitPriceE8, 8)];
  return {
    family: "perp_b",
    summary:
      `${isBuy ? "Buy" : "Sell"} ${size} in perpetual ${asset} at ${limitPrice} or better ` +
      `(${tif}${reduceOnly ? ", reduce-only" : ""})`,
    ...(tif !== "ioc" && { rests: true }),
    ordered: {
      ...{
        cloid: `0x${cloid.toString(16).padStart(32, "0")}`,
        asset: String(asset),
        size,
        limitPrice,
      },
      ...(reduceOnly && { reduceOnly: "true" }),
    },
  };
}
