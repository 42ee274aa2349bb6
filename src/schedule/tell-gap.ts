import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { tellPriceGap } from "../store/attempts/tell-price-gap.ts";
import type { SeenPrice } from "./seen-price.ts";

type Gap = {
  chainId: ChainId;
  token: Address;
  sinceMs: number;
  /** Those of the chain whose agents were active last, and their operators. */
  vaults: readonly { vault: Address; operator: Address }[];
};

/**
 * Whose vaults count the token, as their base token or among their active ones. Who holds it is one request; where that fails it is told at
 * the next look.
 * @throws store_unavailable
 */
export async function tellGap(deps: Deps, { chainId, token, sinceMs, vaults }: Gap, price: SeenPrice): Promise<void> {
  const { rpc, addresses } = deps.chain(chainId);
  const [read] = await rpc.send([
    aggregateCalls(
      addresses.multicall3,
      vaults.map(({ vault }) => vaultReads.activeTokens(vault)),
    ),
  ]);
  if (!read.ok) return;
  const holders = vaults.filter((_, at) => {
    const active = read.value[at];
    return active?.ok && [active.value.baseToken, ...active.value.activeTokens].includes(token);
  });
  const nowMs = deps.clock.nowMs();
  const { symbol, decimals } = price.token;
  const { told } = await tellPriceGap.run(deps.redis, deps.keys, {
    ...{ requestId: deps.newId(), nowMs, chainId, token, sinceMs },
    notices: holders.map(({ vault, operator }) => ({
      kind: "price_differs",
      id: `price_differs:${chainId}:${token}:${sinceMs}:${vault}`,
      ...{ vault, chainId, operator, createdAt: nowMs, token, symbol, since: sinceMs },
      tokenAmount: formatUnits(price.tokenBase, decimals),
      oracleCoin: formatUnits(price.oracleWei ?? 0n, 18),
      venueGaveCoin: formatUnits(price.coinOutWei, 18),
      venueAskedCoin: formatUnits(price.coinInWei, 18),
      toleranceBps: SETTINGS_DEFAULTS.swapShieldBps,
    })),
  });
  deps.log("price_gap_told", { chainId, token, told });
}
