import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, hexHash } from "../../schemas/primitives.ts";
import { transactionOutput } from "./transaction-output.ts";

/** What was planned is told where it was not sent yet. */
export const liquidityOutput = () =>
  transactionOutput().extend({
    poolId: hexHash.optional(),
    /** null: it gets its id with the transaction. */
    tokenId: baseUnits.nullable().optional(),
    tickLower: z.int().optional(),
    tickUpper: z.int().optional(),
    liquidity: baseUnits.optional(),
    /** In the pool's order; `boundBase`: most that goes in, or least that comes out. */
    amounts: z.array(amount().extend({ direction: z.enum(["in", "out"]), boundBase: baseUnits })).optional(),
    /** Opens the pool at this price, of currency1 for one currency0; nothing of the vault's moves. */
    opens: z.object({ sqrtPriceX96: baseUnits, price: z.string() }).optional(),
    /** As far as they were known. */
    fees: z.array(amount()).optional(),
  });

const amount = () =>
  z.object({
    token: hexAddress,
    symbol: z.string(),
    decimals: z.int(),
    amount: decimalAmount,
    amountBase: baseUnits,
  });
