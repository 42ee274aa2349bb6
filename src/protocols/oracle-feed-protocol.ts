import type { RouterSwapCall, ZeroExSwapCall } from "../calldata/swap-calls.ts";
import type { Protocol } from "../kinds/protocol.ts";

/** A small trade makes the oracle observe. Other swaps: pipeline/plan.ts. */
export const oracleFeedProtocol: Protocol<RouterSwapCall | ZeroExSwapCall> = {
  id: "oracle-feed",
  chains: "all",
  calls: {
    swap: {
      selectors: [
        "0x3593564c", // execute(bytes,bytes[],uint256)
        "0x24856bc3", // execute(bytes,bytes[])
        "0x2213bc0b", // exec(address,address,uint256,address,bytes)
        "0x5ae401dc", // multicall(uint256,bytes[])
      ],
      sender: "agent",
    },
  },
  load: async () => (await import("./oracle-feed-code.ts")).oracleFeedCode,
};
