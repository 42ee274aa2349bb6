import { type PaidPriceId, PRICE_TABLE } from "../../schemas/price-table.ts";
import type { Env } from "../env.ts";
import { priceOf } from "./price-of.ts";

/** Every price in USDC, as configured: "0.0020". */
export const priceList = (env: Env): Record<PaidPriceId, string> => {
  const ids = Object.keys(PRICE_TABLE) as PaidPriceId[];
  // The entries are made from the table's own keys.
  return Object.fromEntries(ids.map((id) => [id, priceOf(env, id).usdc])) as Record<PaidPriceId, string>;
};
