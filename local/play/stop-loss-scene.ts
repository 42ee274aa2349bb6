import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import { moveClock } from "./move-clock.ts";
import { movePrice } from "./move-price.ts";
import type { Scene } from "./scene.ts";
import { swapRow } from "./swap-row.ts";
import { table } from "./table.ts";

/** The vaults' oracle is a mean over so long. */
const MEAN_MINUTES = 5;
const STOP = {
  ...{
    type: "stop",
    side: "sell",
    sellToken: "ETH",
    buyToken: "USDC",
    totalAmount: "1",
    price: "2400",
  },
  ...{ priceOf: "sellToken", dex: "uniswap", chain: "base", autoExecute: true },
};

/** A trigger order before the price falls and after it. */
export const stopLossScene = {
  set: {
    title: "A stop-loss is set",
    play: async (stage) => {
      const { message } = await callTool(stage, "create_trigger_order", STOP);
      stage.print(`${indented(z.string().parse(message))}\n`);
    },
  },

  /**
   * The oracle has followed, a tick looks at it; then the price comes back. @throws Error when
   * nothing was sold
   */
  fires: {
    title: "Five minutes later the oracle has followed, and the stop-loss fires",
    minutes: 2 * MEAN_MINUTES,
    play: async (stage) => {
      const { chain, print } = stage;
      const seen = await chain.blockNumber();
      await moveClock(stage, MEAN_MINUTES);
      const swaps = await chain.agentSwaps(seen);
      print(table(swaps.map((swap) => swapRow("fired", swap, chain))));
      const { message } = await callTool(stage, "list_trigger_orders", {});
      print(`${indented(z.string().parse(message))}\n`);
      if (swaps.length !== 1) throw new Error(`the stop-loss sent ${swaps.length} transactions`);
      await movePrice(stage, 10_000);
      await moveClock(stage, MEAN_MINUTES);
    },
  },
} satisfies Record<string, Scene>;
