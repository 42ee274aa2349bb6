import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, hexHash } from "../../schemas/primitives.ts";
import { transactionOutput } from "./transaction-output.ts";

/** The `data` of a transaction that changes a position. What was planned is told where it was not sent yet. */
export const liquidityOutput = () =>
  transactionOutput().extend({
    poolId: hexHash.optional(),
    /** null: a position that is opened gets its id with the transaction. */
    tokenId: baseUnits.nullable().optional(),
    tickLower: z.int().optional(),
    tickUpper: z.int().optional(),
    liquidity: baseUnits.optional(),
    /** Both currencies in the pool's order; `boundBase`: most that goes in, or least that comes out. */
    amounts: z.array(amount().extend({ direction: z.enum(["in", "out"]), boundBase: baseUnits })).optional(),
    /** The transaction opens the pool at this price, of currency1 for one currency0; nothing of the vault's moves with it. */
    opens: z.object({ sqrtPriceX96: baseUnits, price: z.string() }).optional(),
    /** Fees that are paid out with it, as far as they were known. */
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
