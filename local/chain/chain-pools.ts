import { type Address, encodeAbiParameters, type Hex, keccak256, zeroAddress } from "viem";
import type { TokenSymbol } from "./chain-tokens.ts";

type PoolSpec = {
  tokens: [TokenSymbol, TokenSymbol];
  fee: number;
  tickSpacing: number;
  price: bigint;
  liquidity: bigint;
  isOracle?: true;
};

const dollarsPerWei = 3961408125713216879677197n; // 0.00005: USDC per wei at 2500
const priceOfBtc = 125270724187523965593206n; // cbBTC units per wei at 0.025
const fifty = 50n << 96n; // 18-decimal dollars per native at 2500
/**
 * The coin in each of the oracle's own pools: 335 USD at 2500, and as much of the token. So much
 * had Base's ETH/USDC, which is neither the deepest nor the thinnest of the four that were measured
 * (facts `oracle-depth.md`); none of the others is deeper.
 */
const ORACLE_SIDE_WEI = 134n * 10n ** 15n;

/**
 * Pools, full range: the markets, some 50 million dollars a side, and the oracle's own, which hold
 * next to nothing. Keys as in facts `onchain-vectors.json`; prices and liquidity are what its
 * quotes, swaps and position amounts imply (solved exactly), so that observed amounts come out to
 * the last unit.
 */
const specs: Record<string, PoolSpec> = {
  v4_ETH_USDC: pool("ETH", "USDC", 500, 10, 3961407134865513764005748n, 999n * 10n ** 15n),
  v4_ETH_USDT: pool("ETH", "USDT", 500, 10, dollarsPerWei, 999n * 10n ** 15n),
  v4_ETH_DAI: pool("ETH", "DAI", 3000, 60, fifty, 999n * 10n ** 20n),
  v4_ETH_cbBTC: pool("ETH", "cbBTC", 3000, 60, priceOfBtc, 7897788n * 10n ** 9n),
  v4_ETH_GRG: pool("ETH", "GRG", 3000, 60, 3945295056926220837366110039530n, 999n * 10n ** 20n),
  v4_ETH_NOFEED: pool("ETH", "NOFEED", 3000, 60, fifty, 999n * 10n ** 20n),
  v4_USDC_USDT: pool("USDC", "USDT", 100, 1, 79148942266679461889338504702n, 999n * 10n ** 10n),
  v4_USDC_NOFEED: pool("NOFEED", "USDC", 3000, 60, 79228162514264337593543n, 999n * 10n ** 15n),
  oracle_ETH_USDC: oraclePool("USDC", dollarsPerWei),
  oracle_ETH_USDT: oraclePool("USDT", dollarsPerWei),
  oracle_ETH_DAI: oraclePool("DAI", fifty),
  oracle_ETH_cbBTC: oraclePool("cbBTC", priceOfBtc),
  oracle_ETH_GRG: oraclePool("GRG", fifty),
};

export type V4PoolKey = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
};

export type ChainPool = {
  name: string;
  key: V4PoolKey;
  poolId: Hex;
  sqrtPriceX96: bigint;
  liquidity: bigint;
};

/** The pools of one chain; the oracle's own name it as their hook. */
export function chainPoolsOf(
  tokens: Record<TokenSymbol, { address: Address }>,
  oracle: Address,
): ChainPool[] {
  return Object.entries(specs).map(([name, spec]) => {
    const key: V4PoolKey = {
      currency0: tokens[spec.tokens[0]].address,
      currency1: tokens[spec.tokens[1]].address,
      fee: spec.fee,
      tickSpacing: spec.tickSpacing,
      hooks: spec.isOracle ? oracle : zeroAddress,
    };
    return {
      name,
      key,
      poolId: poolIdOf(key),
      sqrtPriceX96: spec.price,
      liquidity: spec.liquidity,
    };
  });
}

/** A v4 pool is known by the hash of its key. */
export function poolIdOf(key: V4PoolKey): Hex {
  const types = ["address", "address", "uint24", "int24", "address"].map((type) => ({ type }));
  return keccak256(
    encodeAbiParameters(types, [key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks]),
  );
}

function pool(
  currency0: TokenSymbol,
  currency1: TokenSymbol,
  fee: number,
  tickSpacing: number,
  price: bigint,
  liquidity: bigint,
): PoolSpec {
  return { tokens: [currency0, currency1], fee, tickSpacing, price, liquidity };
}

function oraclePool(token: TokenSymbol, price: bigint): PoolSpec {
  return {
    ...pool("ETH", token, 0, 32_767, price, (ORACLE_SIDE_WEI * price) >> 96n),
    isOracle: true,
  };
}
