import * as z from "zod";
import { CHAIN_NAMES } from "../../schemas/chains.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { allow } from "../lib/verdict.ts";
import { defineTool, openRead } from "./tool.ts";

export const switchChain = defineTool({
  name: "switch_chain",
  description: "Resolves a chain name or id to the chain that later calls should name.",
  category: "Vault Info",
  says: [
    "switch to {chain:chain}",
    "switch|change|go|move|flip|hop [over] [chain|network] to {chain:chain} " +
      "[chain|network|mainnet]",
    "work|trade|be|act on {bigChain:chain}",
    "~switch|change|flip|hop|work|network|chain|use|trading|trade [chain|network|mainnet] " +
      "[to|on|over|onto] [from] [here] [change|switch] {chain:chain} [now|so]",
    "use {chain:chain}",
    "[set|use] chain|network [to] {chain:chain}",
    "use {chain:chain} [from] [here] [now] [for] [everything|all] [that] [follows|else]",
    "use|switch|chain [to] [chain] [id] {chainId:chain} [from] [here]",
  ],
  ...openRead,
  staysOnChain: true,
  input: z.object({
    chain: z.string().trim().min(1).max(32).describe(`Chain name or id: ${CHAIN_NAMES}.`),
  }),
  example: { chain: "arbitrum" },
  hints: { openWorld: false },
  output: () => z.object({}),
  run: async (_ctx, input) => {
    const wanted = parseChain(input.chain);
    if (!wanted.ok) return wanted;
    return allow({
      message: `Use chain ${chainOf(wanted.value).name} (id ${wanted.value}) in your next calls.`,
      chainSwitch: wanted.value,
      suggestions: ["Show the vault on this chain with get_vault_info"],
    });
  },
});
