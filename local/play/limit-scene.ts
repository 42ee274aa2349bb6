import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import { playedSwap } from "./played-swap.ts";
import type { Scene } from "./scene.ts";
import { showRefusal } from "./show-refusal.ts";
import { signIn } from "./sign-in.ts";

const told = z.object({ message: z.string() });

/**
 * The operator bounds what one transaction may give away, and a swap above that is refused. Taking
 * it away needs a signature made for it.
 */
export const limitScene: Scene = {
  title: "The operator sets a limit, and a swap above it is refused",
  play: async (stage) => {
    const { manifest, api, print } = stage;
    const limits = { maxPerTransaction: "20000" };
    print(
      `${indented(told.parse(await callTool(stage, "set_vault_limits", limits)).message)}\n\n ` +
        "    > swap 25000 USDC",
    );
    await showRefusal(stage, "build_vault_swap", { ...playedSwap, amountIn: "25000" });
    const fresh = await signIn(manifest, { action: "loosen_limits" });
    await api.post("/api/settings/limits", { ...fresh, maxPerTransaction: null });
    print(
      "     > loosen, by a fresh " +
        `signature\n${indented(told.parse(await callTool(stage, "get_vault_limits", {})).message)}\n`,
    );
  },
};
