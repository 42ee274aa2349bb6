import type { Address } from "viem";
import type { GmxCall } from "../calldata/gmx-call.ts";
import { navReads } from "../chain/nav-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Refusal, refuse } from "../lib/verdict.ts";
import { judgePerpEntry } from "../shields/judge-perp-entry.ts";
import { confirmedNetBase } from "../vaults/confirmed-net-base.ts";
import { readHoldings } from "../vaults/read-holdings.ts";
import { refusalOfUnshown } from "../vaults/unshown-of.ts";
import { gmxApi } from "./gmx.ts";
import { gmxEntry } from "./gmx-entry.ts";
import { type GmxMarketTokens, gmxReads } from "./gmx-reads.ts";
import { type GmxAccount, readGmxAccount } from "./read-gmx-account.ts";
import { refusalOfKeeperFee } from "./refusal-of-order.ts";
import { unshownGmx } from "./unshown-gmx.ts";

type Increase = Extract<GmxCall, { kind: "gmxIncrease" }>;

/**
 * Checks the vault's limits at GMX's price, at Chainlink's (which the NAV uses) and at the
 * oracle's. The agent's unshown orders count. NAV is at most what venues confirm. Anything unknown
 * refuses.
 */
export async function checkGmxEntry(
  ctx: ExecutionContext,
  call: Increase,
  { facts }: CallPlan,
  own?: string,
): Promise<Checked> {
  const { deps, vault, chainId } = ctx;
  const chain = deps.chain(chainId);
  const unshown = await unshownGmx(ctx, own);
  const held = refusalOfUnshown(ctx, unshown);
  if (held !== undefined) return held;
  const { shown, counted, block } = unshown;
  if (shown.length > 0 && block === undefined) return unreadable;
  const [read, [tokens, nav], holdings, stored] = await Promise.all([
    readGmxAccount({
      chain,
      gmx: deps.api(gmxApi),
      vault,
      markets: [call.market],
      ...(block !== undefined && { block }),
    }),
    chain.rpc.send([
      gmxReads.market(call.market),
      navReads.now(vault, { from: facts.owner, block: facts.block.number }),
    ]),
    readHoldings(chain, vault, facts),
    ctx.stored(),
  ]);
  if (!read.ok) return read;
  if (!tokens.ok || !nav.ok) return unreadable;
  const account = { ...read.value, orders: [...read.value.orders, ...unshown.orders] };
  const usable = refusalOfMarket(call, account, tokens.value);
  if (usable !== undefined) return usable;
  const { indexToken, longToken, shortToken } = tokens.value;
  const known = account.tokens.get(indexToken);
  const ticker = account.tickers.get(indexToken);
  if (known === undefined || ticker === undefined)
    return unknownMarket(call.market, "GMX's API has no price for it");
  const whole = 10n ** BigInt(known.decimals);
  const collateral = call.collateralToken;
  const { baseToken } = account;
  const { wrappedNative } = chain.addresses;
  const netBase = confirmedNetBase(ctx, nav.value, { holdings, stored, wrappedNative });
  if (!netBase.ok) return netBase;
  const [feed, collateralFeed, longFeed, shortFeed, navBase, hasOracle, oracleBase] =
    await chain.rpc.send([
      gmxReads.feedPrice(indexToken),
      gmxReads.feedPrice(collateral),
      gmxReads.feedPrice(longToken),
      gmxReads.feedPrice(shortToken),
      vaultReads.convertTokenAmount(vault, baseToken, netBase.value, collateral),
      vaultReads.hasPriceFeed(vault, indexToken),
      vaultReads.convertTokenAmount(vault, indexToken, whole, collateral),
    ]);
  const feeds = [feed, collateralFeed, longFeed, shortFeed];
  if (feeds.some((one) => !one.ok && one.kind === "unavailable")) return unreadable;
  if (!feed.ok || !collateralFeed.ok || !longFeed.ok || !shortFeed.ok)
    return unknownMarket(
      call.market,
      "Chainlink has no feed on chain for one of its tokens, so the vault's NAV would count " +
        "a position there at a price of 0",
    );
  if (!navBase.ok || !hasOracle.ok || (hasOracle.value && !oracleBase.ok)) return unreadable;
  const gasPriceWei = 2n * facts.block.baseFeePerGas + facts.tipWei;
  const besideBase = collateral === wrappedNative ? call.collateralDeltaBase : 0n;
  const fee = refusalOfKeeperFee(account, { kind: "increase", gasPriceWei, besideBase });
  if (fee !== undefined) return fee;
  const price = collateralFeed.value;
  const entry = gmxEntry({ ...call, indexToken, collateralPrice: price }, account);
  if (!entry.ok) return entry;
  const navUsd = navBase.value * price.min;
  const mid = ({ min, max }: { min: bigint; max: bigint }) => (min + max) / 2n;
  const marks = [mid(ticker), mid(feed.value)];
  if (hasOracle.value && oracleBase.ok) marks.push((oracleBase.value * mid(price)) / whole);
  const priceAgeSec = Math.trunc((deps.clock.nowMs() - ticker.updatedAtMs) / 1_000);
  const judged = marks.map((markPrice) =>
    judgePerpEntry(stored.perpLimits, { ...entry.value, nav: navUsd, markPrice, priceAgeSec }),
  );
  const refusal = judged.find((one) => !one.ok);
  if (refusal !== undefined) return refusal;
  const [first] = judged;
  if (!first?.ok) return unreadable;
  return allow({ perpEntry: first.value, beside: { perp: { isEntry: true, shown, counted } } });
}

function refusalOfMarket(
  call: Increase,
  account: GmxAccount,
  tokens: GmxMarketTokens,
): Refusal | undefined {
  const { market, indexToken, longToken, shortToken } = tokens;
  if (market !== call.market) return unknownMarket(call.market, "GMX has no such market on chain");
  const listed = account.markets.find((one) => one.market === market);
  const isSame =
    listed?.indexToken === indexToken &&
    listed.longToken === longToken &&
    listed.shortToken === shortToken;
  if (listed === undefined || !listed.isListed || !isSame)
    return unknownMarket(
      call.market,
      "GMX's API does not list it with the tokens that it has on chain",
    );
  const { collateralToken: collateral } = call;
  if (collateral !== longToken && collateral !== shortToken)
    return refuse(
      "invalid_request",
      "collateral: the market takes its long or its short token only.",
      {
        collateral,
        longToken,
        shortToken,
      },
    );
  const profit = call.isLong ? longToken : shortToken;
  if (isCounted(account, profit) || profit === collateral) return undefined;
  return refuse(
    "perp_action_forbidden",
    "GMX pays this position's profit in a token that the vault does not count, so it would " +
      "lie in it unseen. Let the vault hold some of that token first (a swap or a wrap), or " +
      "take it as collateral.",
    { profitToken: profit, collateral },
  );
}

const isCounted = ({ baseToken, activeTokens }: GmxAccount, token: Address): boolean =>
  baseToken === token || activeTokens.includes(token);

const unknownMarket = (market: Address, why: string): Refusal =>
  refuse(
    "perp_market_unknown",
    `Nothing is opened in market ${market}: ${why}. Choose one of perp_a_get_markets.`,
    {
      market,
    },
  );

const unreadable = refuse(
  "rpc_unavailable",
  "GMX could not be read from the chain. Nothing was built; please try again.",
);
