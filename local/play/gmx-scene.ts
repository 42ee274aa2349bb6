import * as z from "zod";
import { waitFor } from "../lib/wait-for.ts";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import type { Scene, Stage } from "./scene.ts";
import { signAndSend } from "./sign-and-send.ts";

const seen = z.object({
  message: z.string(),
  data: z.object({ positions: z.array(z.unknown()), orders: z.array(z.unknown()) }),
});
const LOOK_AGAIN_MS = 500;

/** A position is ordered and closed; each time GMX's keeper acts by itself, a moment later. */
export const gmxScene: Scene = {
  title: "A perpetual at GMX, on chain 42161",
  play: async (stage) => {
    const order = { market: "ETH", isLong: true };
    await signAndSend(stage, "perp_a_increase_position", {
      ...order,
      collateralAmount: "2000",
      leverage: "2",
    });
    await showOnce(stage, 1);
    await signAndSend(stage, "perp_a_decrease_position", order);
    await showOnce(stage, 0);
  },
};

/**
 * Prints what the vault has there once no order waits and it has so many positions. @throws Error
 * when that does not come
 */
async function showOnce(stage: Stage, positions: number): Promise<void> {
  const message = await waitFor(
    async () => {
      const { message, data } = seen.parse(await callTool(stage, "perp_a_get_positions", {}));
      return data.orders.length === 0 && data.positions.length === positions && message;
    },
    { what: "GMX's keeper", timeoutMs: 20_000, intervalMs: LOOK_AGAIN_MS },
  );
  stage.print(`${indented(message)}\n`);
}
