import { gmxScale } from "./gmx-scale.ts";

export type KeeperGas = {
  base: bigint;
  perOraclePrice: bigint;
  multiplier: bigint;
  increase: bigint;
  decrease: bigint;
};

/** Index, long and short token of an order without a swap. */
const ORACLE_PRICES = 3n;

export const keeperFee = {
  /** Limit of the vault's adapter (AGmxV2.sol). */
  MOST_WEI: 50_000_000_000_000_000n,
  /** Gas by the adapter's formula; GMX returns the unused part. */
  gas: (
    { base, perOraclePrice, multiplier, ...limits }: KeeperGas,
    kind: "increase" | "decrease",
  ): bigint => base + ORACLE_PRICES * perOraclePrice + gmxScale.part(limits[kind], multiplier),
};
