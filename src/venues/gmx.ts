import type { Address } from "viem";
import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { badResponse, callVenue, type VenueOptions, venueAmount } from "./call-venue.ts";

const NAME = "GMX";
const MAX_NAME = 64;
/** Later than year 5138 in seconds, 1973 in milliseconds: which a ticker has is not documented. */
const IS_MS = 100_000_000_000;

/** Only what is read. Source: docs/facts/gmx.md, "API". */
const markets = z.object({
  markets: z.array(
    z.object({
      marketToken: hexAddress,
      indexToken: hexAddress,
      longToken: hexAddress,
      shortToken: hexAddress,
      name: z.string().default(""),
      isListed: z.boolean().default(true),
    }),
  ),
});
const tokens = z.object({
  tokens: z.array(z.object({ symbol: z.string(), address: hexAddress, decimals: z.int().min(0).max(30) })),
});
const tickers = z.object({
  list: z.array(
    z.object({
      tokenAddress: hexAddress,
      minPrice: venueAmount,
      maxPrice: venueAmount,
      updatedAt: z.number().nonnegative(),
    }),
  ),
});

/** No key: three requests side by side, never repeated. A ticker without a usable price is left out. */
export function createGmx({
  baseUrl,
  fetch,
  timeoutMs,
}: Pick<VenueOptions, "baseUrl" | "fetch" | "timeoutMs">): GmxVenue {
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<Verdict<T>> => {
    const url = `${baseUrl.replace(/\/+$/, "")}${path}`;
    const init = { method: "GET", headers: { accept: "application/json" } };
    const got = await callVenue({ venue: NAME, fetch, url, init, timeoutMs });
    if (!got.ok) return got;
    const parsed = schema.safeParse(got.value.status < 400 ? got.value.body : undefined);
    return parsed.success ? allow(parsed.data) : badResponse(NAME);
  };
  return {
    snapshot: async () => {
      const [listed, known, priced] = await Promise.all([
        get("/markets", markets),
        get("/tokens", tokens),
        get("/prices/tickers", tickers),
      ]);
      if (!listed.ok) return listed;
      if (!known.ok) return known;
      if (!priced.ok) return priced;
      return allow({
        markets: listed.value.markets.map(({ marketToken, indexToken, longToken, shortToken, name, isListed }) => ({
          ...{ market: lowerHex(marketToken), indexToken: lowerHex(indexToken) },
          ...{ longToken: lowerHex(longToken), shortToken: lowerHex(shortToken) },
          ...{ name: sanitize(name, MAX_NAME), isListed },
        })),
        tokens: new Map(
          known.value.tokens.map(({ symbol, address, decimals }) => [
            lowerHex(address),
            { symbol: sanitize(symbol, MAX_NAME), decimals },
          ]),
        ),
        tickers: new Map(
          priced.value.list
            .filter(({ minPrice, maxPrice }) => minPrice > 0n && maxPrice >= minPrice)
            .map(({ tokenAddress, minPrice, maxPrice, updatedAt }) => [
              lowerHex(tokenAddress),
              { min: minPrice, max: maxPrice, updatedAtMs: updatedAt > IS_MS ? updatedAt : updatedAt * 1_000 },
            ]),
        ),
      });
    },
  };
}

/** Addresses in lower case. `name` is GMX's, for display ("ETH/USD [WETH-USDC]"). */
export type GmxListedMarket = {
  market: Address;
  indexToken: Address;
  longToken: Address;
  shortToken: Address;
  name: string;
  isListed: boolean;
};

/** Dollars with 30 decimals for one base unit. */
export type GmxTicker = { min: bigint; max: bigint; updatedAtMs: number };

export type GmxSnapshot = {
  markets: readonly GmxListedMarket[];
  tokens: ReadonlyMap<Address, { symbol: string; decimals: number }>;
  tickers: ReadonlyMap<Address, GmxTicker>;
};

export type GmxVenue = { snapshot(): Promise<Verdict<GmxSnapshot>> };
