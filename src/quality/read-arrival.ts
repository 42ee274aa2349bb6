import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/vaults/operator-settings.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Token } from "../chain/resolve-token.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps, Deps } from "../deps.ts";
import { meanWindowSec } from "../vaults/mean-window-sec.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { answerOfVenue } from "../venues/ask-venues.ts";
import type { Price } from "./fraction.ts";
import type { Arrival } from "./new-quality.ts";

type Arriving = {
  chainId: ChainId;
  vault: Address;
  side: "sell" | "buy";
  sell: Token;
  buy: Token;
  totalBase: bigint;
  dex: VenueId;
};
type ReadArrival = Pick<Arrival, "block" | "price" | "windowSec" | "atOnce">;

/**
 * What an order can be judged by later, read when it is made: block, the vault's oracle for its
 * total, its venue's quote for all of it. One RPC batch beside one venue call; what does not answer
 * is absent, and refuses nothing.
 */
export async function readArrival(deps: Deps, arriving: Arriving): Promise<ReadArrival> {
  const [read, atOnce] = await Promise.all([
    readOracle(deps.chain(arriving.chainId), arriving),
    readQuote(deps, arriving),
  ]);
  return { ...read, ...(atOnce && { atOnce }) };
}

async function readOracle(
  chain: ChainDeps,
  { vault, side, sell, buy, totalBase }: Arriving,
): Promise<ReadArrival> {
  const tokens = [sell.address, buy.address];
  const [given, wanted] = side === "sell" ? [sell, buy] : [buy, sell];
  const [pools, [block, sellFeed, buyFeed, worth]] = await Promise.all([
    oraclePools.read(chain, oraclePools.with(chain.addresses, tokens)),
    chain.rpc.send([
      blockReads.latest(),
      vaultReads.hasPriceFeed(vault, sell.address),
      vaultReads.hasPriceFeed(vault, buy.address),
      vaultReads.convertTokenAmount(vault, given.address, totalBase, wanted.address),
    ]),
  ]);
  const hasFeeds = sellFeed.ok && sellFeed.value && buyFeed.ok && buyFeed.value;
  const windowSec = meanWindowSec(chain, pools, tokens);
  return {
    ...(block.ok && { block: block.value.number }),
    ...(hasFeeds &&
      worth.ok &&
      worth.value > 0n && { price: { sideBase: totalBase, counterBase: worth.value } }),
    ...(windowSec !== null && { windowSec }),
  };
}

async function readQuote(
  deps: Deps,
  { chainId, vault, side, sell, buy, totalBase, dex }: Arriving,
): Promise<(Price & { venue: string }) | undefined> {
  const quoted = await answerOfVenue(deps, dex, {
    ...{ chainId, tokenIn: sell, tokenOut: buy, amountBase: totalBase, taker: vault },
    mode: side === "sell" ? "exactIn" : "exactOut",
    slippageBps: SETTINGS_DEFAULTS.slippageBps,
  });
  if (!quoted.ok) return undefined;
  const { venue, amountInBase, amountOutBase } = quoted.value;
  const [sideBase, counterBase] =
    side === "sell" ? [amountInBase, amountOutBase] : [amountOutBase, amountInBase];
  return sideBase > 0n ? { venue, sideBase, counterBase } : undefined;
}
