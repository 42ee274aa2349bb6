import * as z from "zod";
import { hexAddress, unixMs } from "./primitives.ts";

/** At two looks running the oracle valued a token by more than the tolerance otherwise than a venue. Sent once for each such time. */
export const priceNotification = <A extends z.ZodRawShape>(addressed: A) =>
  z.object({
    kind: z.literal("price_differs"),
    ...addressed,
    token: hexAddress,
    symbol: z.string(),
    /** What this amount of the token is worth in the chain's coin: by the oracle, and by what a venue gave and asked. */
    tokenAmount: z.string(),
    oracleCoin: z.string(),
    venueGaveCoin: z.string(),
    venueAskedCoin: z.string(),
    toleranceBps: z.int(),
    since: unixMs,
  });
