import * as z from "zod";
import { baseUnits } from "../../schemas/primitives.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { inField, textOf } from "./chain-argument.ts";
import { vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** Sizes and prices are decimal text. */
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
        cloid: z
          .string()
          .optional()
          .describe("The order's own id: by it the positions say what became of it."),
        orderId: z.int().optional(),
        amount: z.string().optional().describe("USDC."),
        amountBase: baseUnits.optional().describe("USDC with 6 decimals."),
      })
      .optional(),
  });

/** Common part of the tools that plan a call there. */
export const perpBTool = {
  category: "Hyperliquid Perpetuals",
  ...vaultCall,
  chain: 999,
  output: perpBOutput,
} as const;

/** An order's id as the venue takes it: 16 bytes. */
export const perpBCloid = z
  .string()
  .regex(/^0x[0-9a-f]{32}$/, "must be 0x and 32 lower-case hex digits")
  .optional();

/** Words that ground a model's call, and its card. */
export const perpBWords = {
  venue: "hyperliquid hl",
  words: "hyperevm account",
  card: { venue: "Hyperliquid perpetuals" },
  /** These hold others' money: who deposits gets shares. */
  never: [
    "hyperliquid vault",
    "hl vault",
    "vault on hyperliquid",
    "vault at hyperliquid",
    "vault on hl",
  ],
} as const;

/** USDC in base units of 6 decimals. `where` says in a refusal where `mostBase` is. */
type Around = { mostBase: bigint; where: string; leastBase?: bigint };

/** In words, in base units, and as the answer has it. */
type Amount = { amount: string; amountBase: bigint; data: { amount: string; amountBase: string } };

/** Amount of USDC; "all" is `mostBase`. More is refused, not cut. */
export const perpBAmount = {
  input: z.object({
    amount: textOf(40).describe('Amount of USDC, for example "250", or "all" for what there is.'),
  }),
  /**
   * Refuses with invalid_request, perp_below_minimum (1 USDC by default) or insufficient_balance.
   */
  of: (text: string, { mostBase, where, leastBase = 1_000_000n }: Around): Verdict<Amount> => {
    const parsed =
      text.toLowerCase() === "all" ? allow(mostBase > 0n ? mostBase : 0n) : parseUnits(text, 6);
    if (!parsed.ok) return inField("amount", parsed);
    const amountBase = parsed.value;
    const [asked, most, least] = [
      formatUnits(amountBase, 6),
      formatUnits(mostBase, 6),
      formatUnits(leastBase, 6),
    ];
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
    return allow({
      amountBase,
      amount: asked,
      data: { amount: asked, amountBase: amountBase.toString() },
    });
  },
};
