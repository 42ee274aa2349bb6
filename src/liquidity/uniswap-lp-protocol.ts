import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import type { CallHead, Protocol } from "../kinds/protocol.ts";

/** modifyLiquidities(bytes,uint256) */
const change: CallHead = { selectors: ["0xdd46508f"], sender: "agent" };

/** Uniswap v4 positions. */
export const uniswapLpProtocol: Protocol<LiquidityCall> = {
  id: "uniswap-lp",
  chains: "all",
  calls: {
    lpMint: change,
    lpIncrease: change,
    lpDecrease: change,
    lpCollect: change,
    lpBurn: change,
  },
  load: async () => (await import("./uniswap-lp-code.ts")).uniswapLpCode,
};
