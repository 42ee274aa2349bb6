import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { rescale } from "../lib/integers.ts";

/** `Base`: in base units of that chain's base token; the vault's own token, in which `supply` is, has its decimals. */
export type ChainNav = {
  chainId: ChainId;
  baseToken: Address;
  /** The same on every chain: USDC, USDT, WETH, or a chain's coin. */
  baseKind: string;
  decimals: number;
  unitaryValueBase: bigint;
  netTotalValueBase: bigint;
  /** With what came from or went to other chains. */
  effectiveSupply: bigint;
  /** By that chain's own oracle, with 18 decimals. */
  usdc18: bigint;
};

type ChainDivergence = ChainNav & {
  /** Unit price with 18 decimals. */
  unit18: bigint;
  /** From its kind's common unit price, in basis points; null: nothing to compare. */
  divergenceBps: number | null;
};

/** The base token is the same thing: unit prices can be compared, and one value per unit holds for all. */
type NavGroup = { baseKind: string; target18: bigint; chains: ChainDivergence[] };

const WAD = 10n ** 18n;

/**
 * Values of different base tokens add up in USDC alone, and unit prices are compared only where the base token is the same. Everything is
 * brought to 18 decimals first, because the same stablecoin has 6 or 18.
 */
export function aggregateNav(chains: readonly ChainNav[]): { totalUsdc18: bigint; groups: NavGroup[] } {
  const kinds = [...new Set(chains.map(({ baseKind }) => baseKind))];
  const groups = kinds.map((baseKind) =>
    groupOf(
      baseKind,
      chains.filter((chain) => chain.baseKind === baseKind),
    ),
  );
  return { totalUsdc18: chains.reduce((sum, { usdc18 }) => sum + usdc18, 0n), groups };
}

function groupOf(baseKind: string, chains: readonly ChainNav[]): NavGroup {
  const scaled = (base: bigint, decimals: number) => rescale(base, decimals, 18);
  const value18 = chains.reduce((sum, one) => sum + scaled(one.netTotalValueBase, one.decimals), 0n);
  const supply18 = chains.reduce((sum, one) => sum + scaled(one.effectiveSupply, one.decimals), 0n);
  const target18 = supply18 === 0n ? 0n : (value18 * WAD) / supply18;
  return {
    baseKind,
    target18,
    chains: chains.map((one) => {
      const unit18 = scaled(one.unitaryValueBase, one.decimals);
      const isCompared = target18 > 0n && one.effectiveSupply > 0n;
      return { ...one, unit18, divergenceBps: isCompared ? Number(((unit18 - target18) * 10_000n) / target18) : null };
    }),
  };
}
