import * as z from "zod";
import { waitFor } from "../lib/wait-for.ts";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import type { Scene, Stage } from "./scene.ts";
import { signAndSend } from "./sign-and-send.ts";

const seen = z.object({
  message: z.string(),
  data: z.object({ accountValueUsd: z.string(), positions: z.array(z.unknown()) }),
});
type Seen = z.infer<typeof seen>["data"];
const LOOK_AGAIN_MS = 500;

/**
 * Money is deposited, a position opened and closed; each time the venue's core acts by itself, a
 * moment later.
 */
export const hyperliquidScene: Scene = {
  title: "A perpetual at Hyperliquid, on chain 999",
  play: async (stage) => {
    await signAndSend(stage, "perp_b_deposit", { amount: "5000" });
    await showOnce(stage, ({ accountValueUsd }) => Number(accountValueUsd) > 0);
    await signAndSend(stage, "perp_b_limit_order", { coin: "ETH", side: "buy", size: "1" });
    await showOnce(stage, ({ positions }) => positions.length === 1);
    await signAndSend(stage, "perp_b_limit_order", { coin: "ETH", close: true });
    await showOnce(stage, ({ positions }) => positions.length === 0);
  },
};

/** Prints what the vault has there once it is so. @throws Error when that does not come */
async function showOnce(stage: Stage, isSo: (data: Seen) => boolean): Promise<void> {
  const message = await waitFor(
    async () => {
      const { message, data } = seen.parse(await callTool(stage, "perp_b_get_positions", {}));
      return isSo(data) && message;
    },
    { what: "Hyperliquid's core", timeoutMs: 20_000, intervalMs: LOOK_AGAIN_MS },
  );
  stage.print(`${indented(message)}\n`);
}
