import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import { playedOrder } from "./played-order.ts";
import type { Scene } from "./scene.ts";
import { signAndSend } from "./sign-and-send.ts";

const listed = z.object({
  message: z.string(),
  data: z.object({ positions: z.array(z.object({ tokenId: z.string() })) }),
});

/**
 * A position in the pool that the order trades in, before the order and after it: every transaction
 * is the owner's own.
 */
export const liquidityScene = {
  /** Puts liquidity into the pool, around its price. */
  open: {
    title: "The owner puts liquidity into the pool that the order below trades in",
    play: async (stage) => {
      await signAndSend(stage, "add_liquidity", {
        ...{ tokenA: playedOrder.buyToken, tokenB: playedOrder.sellToken, fee: 500 },
        ...{ amountA: "2", tickRange: "+-10%", chain: "base" },
      });
    },
  },

  /** Collects what the order's slices have paid it, and takes everything out. */
  close: {
    title: "Its fees are collected, and the position is closed",
    play: async (stage) => {
      const { message, data } = listed.parse(
        await callTool(stage, "get_lp_positions", { chain: "base" }),
      );
      const [position] = data.positions;
      if (position === undefined) throw new Error("the vault has no position");
      stage.print(`${indented(message)}\n`);
      await signAndSend(stage, "collect_lp_fees", { ...position, chain: "base" });
      await signAndSend(stage, "burn_position", { ...position, chain: "base" });
    },
  },
} satisfies Record<string, Scene>;
