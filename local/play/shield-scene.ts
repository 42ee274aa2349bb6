import { movePrice } from "./move-price.ts";
import type { Scene } from "./scene.ts";
import { showRefusal } from "./show-refusal.ts";

/**
 * The market falls at once; the oracle is a mean of five minutes, so a sale would be far below it.
 */
export const shieldScene: Scene = {
  title: "ETH falls by 7% in a moment, and the Swap Shield refuses to sell at that price",
  play: async (stage) => {
    await movePrice(stage, 9_300);
    stage.print("     > swap 1 ETH");
    await showRefusal(stage, "build_vault_swap", {
      ...{ tokenIn: "ETH", tokenOut: "USDC", amountIn: "1", dex: "uniswap", chain: "base" },
    });
  },
};
