import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import { playedSwap } from "./played-swap.ts";
import type { Scene } from "./scene.ts";

/** A swap goes through every check, and nothing of it leaves a trace. */
export const dryRunScene: Scene = {
  title: "A dry run of one such swap",
  play: async (stage) => {
    const { message } = await callTool(stage, "build_vault_swap", playedSwap, {
      ...{ dryRun: true, executionMode: "delegated" },
    });
    stage.print(`${indented(z.string().parse(message))}\n`);
  },
};
