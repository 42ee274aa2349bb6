import * as z from "zod";
import { formatUnits } from "../lib/format-units.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

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
