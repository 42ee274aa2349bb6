import type { GmxCall } from "../calldata/gmx-call.ts";
import type { Protocol } from "../kinds/protocol.ts";
import { GMX, gmxApi } from "./gmx.ts";

/** Orders that a keeper executes later, and claims. */
export const gmxProtocol: Protocol<GmxCall> = {
  id: "gmx",
  chains: { ids: [GMX.chainId], calls: "Calls to GMX" },
  calls: {
    gmxIncrease: { selectors: ["0x13b4312f"], sender: "agent" }, // createIncreaseOrder((...))
    gmxDecrease: { selectors: ["0xe478512e"], sender: "agent" }, // createDecreaseOrder((...))
    // updateOrder(bytes32,uint256,uint256,uint256,uint256,uint256,bool)
    gmxUpdate: { selectors: ["0xdd5baad2"], sender: "agent" },
    gmxCancel: { selectors: ["0x7489ec23"], sender: "agent" }, // cancelOrder(bytes32)
    // claimFundingFees(address[],address[],address)
    gmxClaimFunding: { selectors: ["0xc41b1ab3"], sender: "agent" },
    // claimCollateral(address[],address[],uint256[],address)
    gmxClaimCollateral: { selectors: ["0xe9249b57"], sender: "agent" },
  },
  load: async () => (await import("./gmx-code.ts")).gmxCode,
  follow: {
    family: "perp_a",
    look: async (deps, order) => {
      const { lookAtGmxOrder } = await import("./look-at-gmx-order.ts");
      const gmx = deps.api(gmxApi);
      return lookAtGmxOrder(
        { chain: deps.chain(GMX.chainId), gmx, nowMs: deps.clock.nowMs() },
        order,
      );
    },
  },
};
