import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import type { CallHead, Protocol } from "../kinds/protocol.ts";
import { hyperliquidApi } from "./hyperliquid-api.ts";

/** sendRawAction(bytes) */
const action: CallHead = { selectors: ["0x17938e13"], sender: "agent" };
const deposit: CallHead = {
  selectors: [
    "0x2b2dfd2c", // deposit(uint256,uint32)
    "0xc23c545a", // depositFor(address,uint256,uint32)
  ],
  sender: "agent",
};

/** Actions that the core takes up later. */
export const hyperliquidProtocol: Protocol<HyperliquidCall> = {
  id: "hyperliquid",
  chains: { ids: [999], calls: "Calls for Hyperliquid" },
  calls: {
    hlDeposit: deposit,
    hlOrder: action,
    hlCancel: action,
    hlClassTransfer: action,
    hlSpotSend: action,
  },
  load: async () => (await import("./hyperliquid-code.ts")).hyperliquidCode,
  follow: {
    family: "perp_b",
    look: async (deps, order) => {
      const { lookAtHyperliquidOrder } = await import("../venues/look-at-hyperliquid-order.ts");
      return lookAtHyperliquidOrder(
        { venue: deps.api(hyperliquidApi), nowMs: deps.clock.nowMs() },
        order,
      );
    },
  },
};
