import * as z from "zod";
import { CHAINS } from "../../schemas/chains.ts";
import { allow } from "../lib/allow.ts";
import { defineTool } from "./tool.ts";

/** Tells a client which chain a name means. run-tool has already resolved `chain`: that is the whole answer. */
export const switchChain = defineTool({
  name: "switch_chain",
  description: "Resolves a chain name or id to the chain that later calls should name.",
  category: "Vault Info",
  access: "anonymous",
  effect: "read",
  input: z.object({
    chain: z
      .string()
      .trim()
      .min(1)
      .max(32)
      .describe("Chain name or id: ethereum, base, arbitrum, optimism, polygon, bsc or unichain."),
  }),
  example: { chain: "arbitrum" },
  run: async (ctx) =>
    allow({
      message: `Use chain ${CHAINS[ctx.chainId].name} (chainId ${ctx.chainId}) in your next calls.`,
      chainSwitch: ctx.chainId,
      suggestions: ["Show the vault on this chain with get_vault_info"],
    }),
});
