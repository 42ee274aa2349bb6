import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { venueAmount, venueTransaction } from "./venue-amount.ts";

const side = z.object({ token: hexAddress, amount: venueAmount });

/** Only what is read. Source: the API's reference (api-docs.uniswap.org, POST /quote and POST /swap). */
export const uniswapAnswer = {
  /** UniswapX answers have another shape under `quote`, so the routing is read first. */
  routing: z.object({ routing: z.string() }),
  quote: z.object({
    quote: z.object({
      input: side,
      output: side,
      gasUseEstimate: venueAmount.nullish(),
      portionBips: z.number().nullish(),
    }),
  }),
  swap: z.object({
    swap: venueTransaction.extend({ from: hexAddress.nullish(), chainId: z.number().nullish() }),
  }),
};
