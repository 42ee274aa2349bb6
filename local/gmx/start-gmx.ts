import type { ChainHandle } from "../chain/chain-handle.ts";
import { gmxPlaces } from "../chain/gmx-places.ts";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { createDevControls } from "../venues/dev-controls.ts";
import type { VenueServer } from "../venues/venue-server.ts";
import { createKeeper, type GmxKeeper } from "./create-keeper.ts";
import { createPrices, type GmxPrices } from "./gmx-prices.ts";

export type GmxParts = VenueServer & {
  keeper: GmxKeeper;
  prices: GmxPrices;
  /** Tickers are so old from now on; 0 at the start. */
  age(seconds: number): void;
};

/**
 * GMX's API over the local chain, with the fields of docs/facts/gmx.md, and its keeper.
 * `/_dev/fail`, `/_dev/log` and `/_dev/reset` as at the other venues.
 */
export async function startGmx(chain: ChainHandle, clock: () => number): Promise<GmxParts> {
  let ageMs = 0;
  const prices = createPrices(chain);
  const controls = createDevControls((status) =>
    jsonAnswer(status, { error: "a failure of the venue" }),
  );
  const answer = async ({ target, method }: LocalRequest): Promise<LocalAnswer> => {
    const path = method === "GET" ? new URL(target, "http://gmx").pathname : "";
    if (path === "/markets")
      return jsonAnswer(200, { markets: Object.values(gmxPlaces.markets).map(shownMarket) });
    if (path === "/tokens")
      return jsonAnswer(200, {
        tokens: prices
          .all()
          .map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
      });
    if (path === "/prices/tickers")
      return jsonAnswer(
        200,
        prices.all().map(({ address, symbol, price }) => ({
          tokenAddress: address,
          tokenSymbol: symbol,
          minPrice: String(price.min),
          maxPrice: String(price.max),
          updatedAt: clock() - ageMs,
        })),
      );
    return jsonAnswer(404, { error: "Not found" });
  };
  const server = await startHttpServer(controls.wrap(answer));
  return {
    url: server.url,
    baseUrl: server.url,
    stop: server.stop,
    keeper: createKeeper(chain, prices),
    prices,
    age: (seconds) => {
      ageMs = seconds * 1_000;
    },
  };
}

type Market = (typeof gmxPlaces.markets)[keyof typeof gmxPlaces.markets];
const shownMarket = ({ marketToken, indexToken, longToken, shortToken, symbol }: Market) => ({
  ...{ marketToken, indexToken, longToken, shortToken, isListed: true },
  name: `${symbol}/USD [WETH-USDC]`,
});
