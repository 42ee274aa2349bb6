import { allow } from "../lib/verdict.ts";
import { positionFields, positionTool } from "./liquidity-output.ts";
import { planLiquidityExit } from "./plan-liquidity-exit.ts";
import { defineTool } from "./tool.ts";

export const burnPosition = defineTool({
  name: "burn_position",
  description:
    "Ends one of the vault's Uniswap v4 positions: all its liquidity and fees come out, with " +
    "minimum amounts and compared with the vault's value right before, and its id is burned. " +
    "No price holds it up.",
  ...positionTool,
  says: [
    "burn position {nft:tokenId}",
    "~burn {nft:tokenId} position|nft|pos|lp [lp] [position|nft|pos] [empty]",
    "burn {nft:tokenId}",
  ],
  model: {
    grounding: {
      example: "close position 12",
      acts: ["close position", "burn position", "end position", "exit position"],
      words: "out lp nft number id whole",
      fields: positionFields,
      card: { venue: "Uniswap v4", to: "the vault" },
    },
  },
  plan: (ctx, { tokenId }) =>
    planLiquidityExit(ctx, BigInt(tokenId), ({ liquidity }) =>
      allow({
        kind: "lpBurn",
        liquidity,
        description: `End position ${tokenId} and take out all of it`,
      }),
    ),
});
