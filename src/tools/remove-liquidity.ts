import * as z from "zod";
import { allow, refuse } from "../lib/verdict.ts";
import { liquidityShare } from "../liquidity/liquidity-share.ts";
import { liquidityOutput } from "./liquidity-output.ts";
import { planLiquidityExit } from "./plan-liquidity-exit.ts";
import { positionArguments } from "./position-arguments.ts";
import { defineTool } from "./tool.ts";

export const removeLiquidity = defineTool({
  name: "remove_liquidity",
  aliases: ["build_lp_remove"],
  description:
    "Takes liquidity out of one of the vault's Uniswap v4 positions, with its fees, with minimum amounts and compared with the vault's value right before; no price holds it up. Returns an unsigned transaction, or executes it in delegated mode.",
  category: "Uniswap v4 LP",
  access: "vault",
  effect: "transaction",
  input: positionArguments.extend({
    liquidityAmount: z
      .string()
      .trim()
      .min(1)
      .max(48)
      .describe('How much of it: "all", a percentage ("50%") or units of liquidity.'),
    burn: z.boolean().default(false).describe('With "all": the emptied position is ended too.'),
  }),
  example: { tokenId: "14", liquidityAmount: "50%" },
  needsSignature: false,
  model: {
    grounding: {
      example: "remove 50% of position 14",
      acts: ["remove position", "withdraw position", "take out position", "remove liquidity"],
      // "Fees" come out whole with any part; "all fees" is no share of the position.
      words: "and remove withdraw take out liquidity lp its it nft number id",
      fields: {
        liquidityAmount: { is: "share" },
        burn: { is: "flag", words: "burn close end" },
        tokenId: { is: "number", after: "position id number nft" },
        chain: { is: "chain", role: "at" },
      },
      card: { venue: "Uniswap v4", to: "the vault", defaults: { burn: "the position stays" } },
    },
  },
  output: liquidityOutput,
  plan: (ctx, { tokenId, liquidityAmount, burn }) =>
    planLiquidityExit(ctx, BigInt(tokenId), ({ liquidity: whole }) => {
      const share = liquidityShare(liquidityAmount, whole);
      if (!share.ok) return share;
      const liquidity = share.value;
      if (burn && liquidity !== whole)
        return refuse(
          "invalid_request",
          'burn: a position is ended only with all of it. Set liquidityAmount to "all".',
        );
      const part = liquidity === whole ? "all" : liquidityAmount;
      return allow({
        kind: burn ? "lpBurn" : "lpDecrease",
        liquidity,
        description: `Remove ${part} of the liquidity of position ${tokenId}${burn ? " and end it" : ""}`,
      });
    }),
});
