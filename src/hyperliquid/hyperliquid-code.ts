import { boundedDecode } from "../calldata/bounded-decode.ts";
import { decodeHyperliquidCall } from "../calldata/decode-hyperliquid-call.ts";
import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import type { CallRule } from "../kinds/call-rule.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { checkHyperliquidAction } from "./check-hyperliquid-action.ts";
import { followHyperliquidOrder } from "./follow-hyperliquid-order.ts";
import { hyperliquidLowersRisk } from "./hyperliquid-lowers-risk.ts";

/**
 * No argument names an account but USDC's system address, which the decoder demands and which means the vault. The NAV Shield cannot
 * measure it: nothing happens in the simulated block, and the vault's NAV is locked while a deposit settles (decision 275).
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

/** What holds for calls to Hyperliquid. */
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
      // Its margin is at the venue already: nothing leaves the vault.
      limited: (call) => (hyperliquidLowersRisk(call) ? null : { venue: "hyperliquid", gives: [], buys: [] }),
    },
    hlCancel: action,
    hlClassTransfer: action,
    hlSpotSend: action,
  },
};
