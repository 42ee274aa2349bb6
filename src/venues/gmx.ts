import type { Address } from "viem";
import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { badResponse, callPath, type OpenVenue, venueAmount } from "./call-venue.ts";

const NAME = "GMX";
const MAX_NAME = 64;
/**
 * Larger times are milliseconds: the year is 5138 in seconds, 1973 in milliseconds. A ticker's unit
 * is not documented.
 */
const IS_MS = 100_000_000_000;

const address = hexAddress.transform(lowerHex);
const shown = z.string().transform((text) => sanitize(text, MAX_NAME));

/** Only the fields that are read. Source: docs/facts/gmx.md, "API". */
const markets = z.object({
  markets: z.array(
    z
      .object({
        marketToken: address,
        indexToken: address,
        longToken: address,
        shortToken: address,
        name: shown.default(""),
        isListed: z.boolean().default(true),
      })
      .transform(({ marketToken: market, ...rest }): GmxListedMarket => ({ market, ...rest })),
  ),
});
const tokens = z.object({
  tokens: z.array(z.object({ symbol: shown, address, decimals: z.int().min(0).max(30) })),
});
const tickers = z.object({
  list: z.array(
    z.object({
      tokenAddress: address,
      minPrice: venueAmount,
      maxPrice: venueAmount,
      updatedAt: z.number().nonnegative(),
    }),
  ),
});

/**
 * Needs no key. Three requests side by side, never repeated. Tickers without a usable price are
 * left out.
 */
export function createGmx(options: OpenVenue): GmxVenue {
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<Verdict<T>> => {
    const got = await callPath(NAME, options, path, {});
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
        markets: listed.value.markets,
        tokens: new Map(known.value.tokens.map(({ address, ...token }) => [address, token])),
        tickers: new Map(
          priced.value.list
            .filter(({ minPrice, maxPrice }) => minPrice > 0n && maxPrice >= minPrice)
            .map(({ tokenAddress, minPrice, maxPrice, updatedAt }) => [
              tokenAddress,
              {
                min: minPrice,
                max: maxPrice,
                updatedAtMs: updatedAt > IS_MS ? updatedAt : updatedAt * 1_000,
              },
            ]),
        ),
      });
    },
  };
}

/** `name` is GMX's, for display ("ETH/USD [WETH-USDC]"). */
type GmxListedMarket = {
  market: Address;
  indexToken: Address;
  longToken: Address;
  shortToken: Address;
  name: string;
  isListed: boolean;
};

/** Dollars of one base unit, with 30 decimals. */
type GmxTicker = { min: bigint; max: bigint; updatedAtMs: number };

type GmxSnapshot = {
  markets: readonly GmxListedMarket[];
  tokens: ReadonlyMap<Address, { symbol: string; decimals: number }>;
  tickers: ReadonlyMap<Address, GmxTicker>;
};

export type GmxVenue = { snapshot(): Promise<Verdict<GmxSnapshot>> };
