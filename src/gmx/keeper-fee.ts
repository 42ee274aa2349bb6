import { gmxScale } from "./gmx-scale.ts";

/** GMX's settings for a keeper's work, in gas. */
export type KeeperGas = {
  base: bigint;
  perOraclePrice: bigint;
  multiplier: bigint;
  increase: bigint;
  decrease: bigint;
};

/** Of an order without a swap: index, long and short token. */
const ORACLE_PRICES = 3n;

export const keeperFee = {
  /** The vault's adapter takes no more for one order (AGmxV2.sol). */
  MOST_WEI: 50_000_000_000_000_000n,
  /** As the adapter reckons it; times tx.gasprice it leaves the vault in WETH. GMX gives back what was not used. */
  gas: ({ base, perOraclePrice, multiplier, ...limits }: KeeperGas, kind: "increase" | "decrease"): bigint =>
    base + ORACLE_PRICES * perOraclePrice + gmxScale.part(limits[kind], multiplier),
};
