import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { rescale } from "../lib/integers.ts";

/** `Base`: base units of that chain's base token, whose decimals the vault's token shares. */
export type ChainNav = {
  chainId: ChainId;
  baseToken: Address;
  /** USDC, USDT, WETH or a coin, the same on every chain. */
  baseKind: string;
  decimals: number;
  unitaryValueBase: bigint;
  netTotalValueBase: bigint;
  /** Includes transfers between chains. */
  effectiveSupply: bigint;
  usdc18: bigint;
};

type ChainDivergence = ChainNav & {
  unit18: bigint;
  /** Basis points from the group's price; null where nothing compares. */
  divergenceBps: number | null;
};

type NavGroup = { baseKind: string; target18: bigint; chains: ChainDivergence[] };

const WAD = 10n ** 18n;

/**
 * Only USDC values add up over base tokens; unit prices compare within one kind. All have 18
 * decimals.
 */
export function aggregateNav(chains: readonly ChainNav[]): {
  totalUsdc18: bigint;
  groups: NavGroup[];
} {
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
  const value18 = chains.reduce(
    (sum, one) => sum + scaled(one.netTotalValueBase, one.decimals),
    0n,
  );
  const supply18 = chains.reduce((sum, one) => sum + scaled(one.effectiveSupply, one.decimals), 0n);
  const target18 = supply18 === 0n ? 0n : (value18 * WAD) / supply18;
  return {
    baseKind,
    target18,
    chains: chains.map((one) => {
      const unit18 = scaled(one.unitaryValueBase, one.decimals);
      const isCompared = target18 > 0n && one.effectiveSupply > 0n;
      return {
        ...one,
        unit18,
        divergenceBps: isCompared ? Number(((unit18 - target18) * 10_000n) / target18) : null,
      };
    }),
  };
}
