import * as z from "zod";
import { baseUnits } from "../../schemas/primitives.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { transactionOutput } from "./transaction-output.ts";

/** By it the order is found again. Sizes and prices as decimal text. */
export const perpBOutput = () =>
  transactionOutput().extend({
    perpB: z
      .object({
        action: z.enum(["deposit", "order", "cancel", "classTransfer", "spotSend"]),
        coin: z.string().optional(),
        side: z.enum(["buy", "sell"]).optional(),
        size: z.string().optional(),
        limitPrice: z.string().optional(),
        notionalUsd: z.string().optional(),
        tif: z.enum(["alo", "gtc", "ioc"]).optional(),
        reduceOnly: z.boolean().optional(),
        cloid: z.string().optional().describe("The order's own id: by it the positions say what became of it."),
        orderId: z.int().optional(),
        amount: z.string().optional().describe("USDC."),
        amountBase: baseUnits.optional().describe("USDC with 6 decimals."),
      })
      .optional(),
  });

export const perpBWords = {
  venue: "hyperliquid hl",
  /** Beside the deed, in any of them. */
  words: "hyperevm account",
  card: { venue: "Hyperliquid perpetuals" },
  /** Others' money: whoever deposits there gets shares of it. */
  never: ["hyperliquid vault", "hl vault", "vault on hyperliquid", "vault at hyperliquid", "vault on hl"],
} as const;

/** In 6 decimals: `most` is what there is, and `where`. */
type Around = { mostBase: bigint; where: string; leastBase?: bigint };

/** "all" is what there is; more is refused, not cut. */
export const perpBAmount = {
  input: z.string().trim().min(1).max(40).describe('Amount of USDC, for example "250", or "all" for what there is.'),
  /** Refuses with invalid_request, perp_below_minimum (1 USDC by default) or insufficient_balance. */
  of: (text: string, { mostBase, where, leastBase = 1_000_000n }: Around): Verdict<bigint> => {
    const parsed = text.toLowerCase() === "all" ? allow(mostBase > 0n ? mostBase : 0n) : parseUnits(text, 6);
    if (!parsed.ok) return { ...parsed, message: `amount: ${parsed.message}` };
    const amountBase = parsed.value;
    const [asked, most, least] = [amountBase, mostBase, leastBase].map((base) => formatUnits(base, 6));
    const figures = {
      amountBase: amountBase.toString(),
      availableBase: mostBase.toString(),
      minimumBase: leastBase.toString(),
    };
    if (amountBase < leastBase)
      return refuse(
        "perp_below_minimum",
        `amount: ${asked} USDC are below the least, ${least} USDC (${most} USDC ${where}).`,
        figures,
      );
    if (amountBase > mostBase)
      return refuse(
        "insufficient_balance",
        `amount: ${most} USDC ${where}, less than the ${asked} asked for.`,
        figures,
      );
    return allow(amountBase);
  },
};
