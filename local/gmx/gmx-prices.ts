import { type Address, parseUnits } from "viem";
import { chainClient } from "../chain/chain-client.ts";
import type { ChainHandle } from "../chain/chain-handle.ts";
import { gmxPlaces } from "../chain/gmx-places.ts";
import { writeContract } from "../chain/write-contract.ts";
import { gmxLocalAbi as abi } from "./gmx-abi.ts";

type Price = { min: bigint; max: bigint };
export type GmxMarketName = keyof typeof gmxPlaces.markets;

export type GmxPrices = {
  of(token: Address): Price | undefined;
  /**
   * Dollars for a whole index token, in GMX's API and at its Chainlink feed; `feed: false` leaves
   * the feed as it was.
   */
  move(market: GmxMarketName, dollars: string, how?: { feed?: boolean }): Promise<void>;
  all(): readonly { address: Address; symbol: string; decimals: number; price: Price }[];
};

/** The prices of the local GMX: one book for the API, the keeper and the feeds on chain. */
export function createPrices(chain: ChainHandle): GmxPrices {
  const book = new Map(
    Object.values(gmxPlaces.markets).map(({ indexToken: address, symbol, decimals, price }) => {
      const scaled = parseUnits(price, 30 - decimals);
      return [
        address as Address,
        {
          address: address as Address,
          symbol: symbol as string,
          decimals,
          price: { min: scaled, max: scaled },
        },
      ];
    }),
  );
  const usdc = chain.tokens.USDC;
  book.set(usdc, {
    address: usdc,
    symbol: "USDC",
    decimals: 6,
    price: { min: 10n ** 24n, max: 10n ** 24n },
  });
  return {
    of: (token) => book.get(token)?.price,
    all: () => [...book.values()],
    move: async (market, dollars, { feed = true } = {}) => {
      const { indexToken, decimals, hasFeed, symbol } = gmxPlaces.markets[market];
      const scaled = parseUnits(dollars, 30 - decimals);
      book.set(indexToken, {
        address: indexToken,
        symbol,
        decimals,
        price: { min: scaled, max: scaled },
      });
      if (!feed || !hasFeed) return;
      const client = chainClient(chain);
      const args = [indexToken, scaled, scaled];
      const call = {
        account: chain.accounts.whale.address,
        address: gmxPlaces.prices,
        abi,
        functionName: "set",
        args,
      };
      await writeContract(client, call);
    },
  };
}
