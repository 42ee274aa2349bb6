import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import { playedSwap } from "./played-swap.ts";
import type { Scene } from "./scene.ts";
import { signIn } from "./sign-in.ts";

const told = z.object({ message: z.string() });

/**
 * Everybody who may write for the vault can freeze it; what ends that is a signature of the
 * owner's, made for this alone.
 */
export const freezeScene: Scene = {
  title: "A freeze, and its end by a fresh signature of the owner's",
  play: async (stage) => {
    const { manifest, api, credentials, print } = stage;
    print(indented(told.parse(await api.post("/api/vault/freeze", credentials)).message));
    const swap = () =>
      callTool(stage, "build_vault_swap", playedSwap, { dryRun: true, executionMode: "delegated" });
    print("\n     > swap 1000 USDC");
    print(indented(told.parse(await swap()).message));
    const fresh = await signIn(manifest, { action: "unfreeze" });
    print("\n     > unfreeze");
    print(indented(told.parse(await api.post("/api/vault/unfreeze", fresh)).message));
    print("\n     > swap 1000 USDC");
    const [verdict = "", card = ""] = told.parse(await swap()).message.split("\n");
    print(`${indented(`${verdict}\n${card}`)}\n`);
  },
};
