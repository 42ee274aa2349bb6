import * as z from "zod";
import { WHOLE_BPS } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { lpTool, positionFields, positionTool } from "./liquidity-output.ts";
import { planLiquidityExit } from "./plan-liquidity-exit.ts";
import { defineTool } from "./tool.ts";

const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))? ?%$/;

/**
 * Units of liquidity by "all", "50%" or a number. Refuses nothing and too much with
 * invalid_request.
 * @example liquidityShare("25%", 1000n) // 250n
 */
export function liquidityShare(text: string, whole: bigint): Verdict<bigint> {
  const read = unitsOf(text, whole);
  if (read === undefined)
    return refuse(
      "invalid_request",
      'liquidityAmount: give "all", a percentage ("50%") or units of liquidity.',
    );
  if (whole === 0n)
    return refuse(
      "invalid_request",
      "tokenId: the position holds no liquidity any more. burn_position ends it.",
    );
  if (read > 0n && read <= whole) return allow(read);
  return refuse(
    "invalid_request",
    `liquidityAmount: it has to be more than 0 and at most the position's ${whole}.`,
    {
      liquidity: whole.toString(),
    },
  );
}

function unitsOf(text: string, whole: bigint): bigint | undefined {
  if (/^all$/i.test(text)) return whole;
  if (/^[1-9]\d{0,38}$/.test(text)) return BigInt(text);
  const [, percent, fraction = ""] = PERCENT.exec(text) ?? [];
  if (percent === undefined) return undefined;
  const bps = BigInt(percent + fraction.padEnd(2, "0"));
  // A part rounded down to nothing is refused like nothing.
  return bps > WHOLE_BPS ? whole + 1n : (whole * bps) / WHOLE_BPS;
}

export const removeLiquidity = defineTool({
  name: "remove_liquidity",
  aliases: ["build_lp_remove"],
  description:
    "Takes liquidity out of one of the vault's Uniswap v4 positions, with its fees, with " +
    "minimum amounts and compared with the vault's value right before; no price holds it up. " +
    "Returns an unsigned transaction, or executes it in delegated mode.",
  ...lpTool,
  says: [
    "remove {fraction:liquidityAmount} of the liquidity of position {nft:tokenId}",
    "~remove|pull|withdraw|take|reduce|exit|cut {fraction:liquidityAmount} {nft:tokenId} " +
      "[liquidity|lp] [position|nft|pos|lp] [out] [of|from]",
    [
      "~remove|pull|withdraw|take|exit @all {nft:tokenId} liquidity|lp|position|pos " +
        "[position|nft|pos|lp] [out] [of|from]",
      { liquidityAmount: "all" },
    ],
  ],
  input: positionTool.input.extend({
    liquidityAmount: z
      .string()
      .trim()
      .min(1)
      .max(48)
      .describe('How much of it: "all", a percentage ("50%") or units of liquidity.'),
    burn: z.boolean().default(false).describe('With "all": the emptied position is ended too.'),
  }),
  example: { tokenId: "14", liquidityAmount: "50%" },
  model: {
    grounding: {
      example: "remove 50% of position 14",
      never: ["of fees", "all fees"],
      acts: ["remove position", "withdraw position", "take out position", "remove liquidity"],
      // "Fees" come out whole with any part; "all fees" is no share of the position.
      words: "and remove withdraw take out liquidity lp its it nft number id",
      fields: {
        liquidityAmount: { is: "share" },
        burn: { is: "flag", words: "burn close end" },
        ...positionFields,
      },
      card: { venue: "Uniswap v4", to: "the vault", defaults: { burn: "the position stays" } },
    },
  },
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
