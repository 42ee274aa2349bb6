import { allow, refuse } from "../lib/verdict.ts";
import { positionFields, positionTool } from "./liquidity-output.ts";
import { planLiquidityExit } from "./plan-liquidity-exit.ts";
import { defineTool } from "./tool.ts";

/** A decrease by nothing pays fees out. Nothing is exchanged, so there is no minimum. */
export const collectLpFees = defineTool({
  name: "collect_lp_fees",
  description:
    "Collects the fees that one of the vault's Uniswap v4 positions has earned; its " +
    "liquidity stays. Returns an unsigned transaction, or executes it in delegated mode.",
  ...positionTool,
  says: [
    "collect the fees of position {nft:tokenId}",
    "~collect|claim|harvest|take|withdraw {nft:tokenId} fees|fee [lp] [position|nft|pos] " +
      "[earned|all|my] [from|of]",
  ],
  hints: { destructive: false },
  model: {
    grounding: {
      example: "collect fees of position 12",
      acts: ["collect fees", "claim fees", "harvest fees"],
      words: "all lp position earned nft number id",
      fields: positionFields,
      card: { venue: "Uniswap v4", to: "the vault" },
    },
  },
  plan: (ctx, { tokenId }) =>
    planLiquidityExit(ctx, BigInt(tokenId), ({ fees }) =>
      fees.amount0Base === 0n && fees.amount1Base === 0n
        ? refuse(
            "invalid_request",
            `tokenId: position ${tokenId} has earned no fees since they were last collected.`,
          )
        : allow({
            kind: "lpCollect",
            liquidity: 0n,
            description: `Collect the fees of position ${tokenId}`,
          }),
    ),
});
