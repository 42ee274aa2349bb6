import type { Address } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { GmxVenue } from "../venues/gmx.ts";
import { gmxKeys } from "./gmx-keys.ts";
import type { GmxOrder } from "./gmx-position.ts";
import { type GmxMarketPrices, type GmxPositionInfo, gmxReads } from "./gmx-reads.ts";
import type { KeeperGas } from "./keeper-fee.ts";
import { type Snapshot, snapshotOfChain } from "./snapshot-of-chain.ts";

export type GmxMarket = Snapshot["markets"][number];

/** Factors of 10^30. */
type GmxRisk = {
  minCollateral: bigint;
  minCollateralForLiquidation: bigint;
  maxImpact: bigint;
  feeFactor: bigint;
};

/** At GMX's own prices and settings. */
export type GmxAccount = Snapshot & {
  positions: readonly GmxPositionInfo[];
  orders: readonly GmxOrder[];
  risks: ReadonlyMap<Address, GmxRisk>;
  minCollateralUsd: bigint;
  minPositionUsd: bigint;
  cancelAfterSec: bigint;
  gas: KeeperGas;
  baseToken: Address;
  activeTokens: readonly Address[];
  wethBase: bigint;
  nativeWei: bigint;
};

/** Without `gmx`: the chain's knowledge, no positions. */
type Request = {
  chain: ChainDeps;
  gmx: GmxVenue | undefined;
  vault: Address;
  markets?: readonly Address[];
  block?: bigint;
  /** A silent API is replaced by the chain: a way out is always open. */
  orChain?: true;
  /** A rejection ends the read before the second request. */
  owned?: Promise<unknown> | undefined;
};

/**
 * Two RPC requests: the second needs the positions' markets. Refuses with rpc_unavailable or as the
 * API does.
 */
export async function readGmxAccount({
  chain,
  gmx,
  vault,
  markets = [],
  block,
  orChain,
  owned,
}: Request): Promise<Verdict<GmxAccount>> {
  const at = block === undefined ? {} : { block };
  const { wrappedNative } = chain.addresses;
  const [api, [raw, orders, active, weth, native]] = await Promise.all([
    gmx?.snapshot() ?? nothing,
    chain.rpc.send([
      gmxReads.positions(vault, at),
      gmxReads.orders(vault, at),
      vaultReads.activeTokens(vault, at),
      accountReads.balance(wrappedNative, vault, block),
      accountReads.nativeBalance(vault, block),
    ]),
    owned,
  ]);
  if (!raw.ok || !orders.ok || !active.ok || !weth.ok || !native.ok) return unreadable;
  const held = gmx === undefined ? [] : [...new Set(raw.value.map(({ market }) => market))];
  const known = [...new Set([...held, ...orders.value.map(({ market }) => market)])];
  const isSilent = !api.ok && orChain === true;
  const snapshot = isSilent ? await snapshotOfChain(chain, known) : api;
  if (!snapshot.ok) return snapshot;
  const concerned = [...new Set([...held, ...markets])];
  const [infos, settings, ...factors] = await Promise.all([
    held.length === 0
      ? [{ ok: true as const, value: [] }]
      : chain.rpc.send([positionsAt(vault, snapshot.value, held, at)]),
    chain.rpc.send(SETTINGS.map((name) => gmxReads.value(gmxKeys.setting(name), at))),
    ...concerned.map((market) =>
      chain.rpc.send(riskKeys(market).map((key) => gmxReads.value(key, at))),
    ),
  ]);
  const read = [...settings, ...factors.flat()];
  if (!infos[0].ok || !read.every((one) => one.ok)) return unreadable;
  const values = read.map((one) => (one.ok ? one.value : 0n));
  const value = (index: number): bigint => values[index] ?? 0n;
  return allow({
    ...snapshot.value,
    positions: infos[0].value,
    orders: orders.value,
    risks: new Map(
      concerned.map((market, index) => {
        const first = SETTINGS.length + index * 4;
        const [minCollateral, minCollateralForLiquidation] = [value(first), value(first + 1)];
        return [
          market,
          {
            minCollateral,
            minCollateralForLiquidation,
            maxImpact: value(first + 2),
            feeFactor: value(first + 3),
          },
        ];
      }),
    ),
    minCollateralUsd: value(0),
    minPositionUsd: value(1),
    cancelAfterSec: value(2),
    gas: {
      base: value(3),
      perOraclePrice: value(4),
      multiplier: value(5),
      increase: value(6),
      decrease: value(7),
    },
    ...active.value,
    wethBase: weth.value,
    nativeWei: native.value,
  });
}

const nothing: Verdict<Snapshot> = allow({ markets: [], tokens: new Map(), tickers: new Map() });

const SETTINGS = [
  "MIN_COLLATERAL_USD",
  "MIN_POSITION_SIZE_USD",
  "REQUEST_EXPIRATION_TIME",
  "ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1",
  "ESTIMATED_GAS_FEE_PER_ORACLE_PRICE",
  "ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR",
  "INCREASE_ORDER_GAS_LIMIT",
  "DECREASE_ORDER_GAS_LIMIT",
] as const;

const riskKeys = (market: Address) => [
  gmxKeys.minCollateralFactor(market),
  gmxKeys.minCollateralFactorForLiquidation(market),
  gmxKeys.maxLiquidationImpact(market),
  // The higher factor, for orders that worsen the balance.
  gmxKeys.positionFeeFactor(market, false),
];

/** A token without a ticker has the price 0, which is told. */
function positionsAt(
  vault: Address,
  { markets, tickers }: Snapshot,
  held: readonly Address[],
  at: { block?: bigint },
) {
  const none = { min: 0n, max: 0n };
  const priceOf = (token: Address | undefined) => (token && tickers.get(token)) ?? none;
  const prices = held.map((market): GmxMarketPrices => {
    const known = markets.find((one) => one.market === market);
    const [index, long, short] = [known?.indexToken, known?.longToken, known?.shortToken].map(
      priceOf,
    );
    return { market, index: index ?? none, long: long ?? none, short: short ?? none };
  });
  return gmxReads.positionInfos(vault, prices, at);
}

const unreadable = refuse(
  "rpc_unavailable",
  "The vault's positions could not be read from the chain. Please try again.",
);
