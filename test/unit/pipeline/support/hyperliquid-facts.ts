import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { allow } from "../../../../src/lib/verdict.ts";
import type { HyperliquidVenue, PerpOrder } from "../../../../src/venues/hyperliquid-port.ts";
import { silentHyperliquid } from "../../../support/silent-hyperliquid.ts";

const words = (...values: bigint[]): Hex =>
  encodeAbiParameters(parseAbiParameters(values.map(() => "uint256").join(", ")), values as never);

/**
 * By the last two digits: an open account with 5,000 USDC for perpetuals and 200 USDC in spot, and
 * ETH at 3,000 (4 decimals of size).
 */
const ANSWERS: Readonly<Record<string, Hex>> = {
  "01": words(20_000_000_000n, 0n, 0n),
  "06": words(300_000n),
  "0a": encodeAbiParameters(parseAbiParameters("(string, uint32, uint8, uint8, bool)"), [
    ["ETH", 25, 4, 25, false],
  ]),
  "0f": words(5_000_000_000n, 0n, 0n, 5_000_000_000n),
  "10": words(1n),
  "13": words(0n, 0n, 0n, 20n, 0n),
};

const order: PerpOrder = {
  ...{
    coin: "ETH",
    oid: 4_711,
    cloid: `0x${"5c".repeat(16)}`,
    isBuy: true,
    limitPriceE8: 290_000_000_000n,
  },
  ...{ leftE8: 10_000_000n, sizeE8: 10_000_000n, reduceOnly: false, tif: "Gtc", placedMs: 1 },
};
const venue: HyperliquidVenue = {
  ...silentHyperliquid,
  markets: async () =>
    allow([
      {
        ...{
          asset: 1,
          name: "ETH",
          szDecimals: 4,
          maxLeverage: 25,
          onlyIsolated: false,
          isDelisted: false,
        },
        ...{ markPriceE8: 300_000_000_000n, oraclePriceE8: 300_000_000_000n, funding: "0.0000125" },
      },
    ]),
  book: async () =>
    allow({ bidE8: 299_970_000_000n, askE8: 300_030_000_000n, timeMs: Number.MAX_SAFE_INTEGER }),
  account: async () =>
    allow({
      ...{
        accountValueBase: 5_000_000_000n,
        notionalBase: 0n,
        marginUsedBase: 0n,
        withdrawableBase: 5_000_000_000n,
      },
      positions: [],
    }),
  openOrders: async () => allow([order]),
  order: async () => allow(null),
};

/** What chain 999 and Hyperliquid say in the bench of tools. */
export const hyperliquidFacts = {
  venue,
  precompile: (to: Address): Hex | undefined => {
    const [, number] = /^0x0{36}08([0-9a-f]{2})$/i.exec(to) ?? [];
    return number === undefined ? undefined : ANSWERS[number.toLowerCase()];
  },
};
