import type { ChainId } from "../../schemas/chains.ts";
import { smaller } from "../lib/integers.ts";

/** Base units of the chain's base token; `baseKind` is the same on several chains. */
export type ComparedChain = {
  chainId: ChainId;
  baseKind: string;
  decimals: number;
  netTotalValueBase: bigint;
  effectiveSupply: bigint;
};

/**
 * `value18`: base token with 18 decimals. `spreadBps`: over the lowest NAV per unit, rounded down.
 */
export type NavSyncPlan =
  | { kind: "balanced"; spreadBps: number }
  | { kind: "apart"; from: ChainId; to: ChainId; value18: bigint; spreadBps: number };

type Part = { chainId: ChainId; value: bigint; supply: bigint };

const ONE_BPS = 10_000n;

/**
 * From the highest to the lowest NAV per unit. The amount brings one of them to the common NAV and
 * neither beyond, so no run undoes another. Only chains with one base token are compared.
 */
export function planNavSync(
  chains: readonly ComparedChain[],
  thresholdBps: number,
): NavSyncPlan | undefined {
  const plans = [...Map.groupBy(chains, ({ baseKind }) => baseKind).values()].flatMap((group) => {
    const plan = planGroup(group.map(partOf), BigInt(thresholdBps));
    return plan === undefined ? [] : [plan];
  });
  return plans.toSorted((a, b) => b.spreadBps - a.spreadBps)[0];
}

/** A stablecoin has 6 decimals on one chain and 18 on another. */
function partOf({ chainId, decimals, netTotalValueBase, effectiveSupply }: ComparedChain): Part {
  const scale = 10n ** BigInt(18 - decimals);
  return { chainId, value: netTotalValueBase * scale, supply: effectiveSupply * scale };
}

function planGroup(parts: readonly Part[], thresholdBps: bigint): NavSyncPlan | undefined {
  const compared = parts.filter(({ value, supply }) => value > 0n && supply > 0n);
  const [first, ...others] = compared;
  if (first === undefined || others.length === 0) return undefined;
  const high = others.reduce((a, b) => (isAbove(b, a) ? b : a), first);
  const low = others.reduce((a, b) => (isAbove(a, b) ? b : a), first);
  // Compared crosswise, so nothing is rounded first.
  const [apart, whole] = [
    high.value * low.supply - low.value * high.supply,
    low.value * high.supply,
  ];
  const spreadBps = Number((apart * ONE_BPS) / whole);
  if (apart * ONE_BPS <= whole * thresholdBps) return { kind: "balanced", spreadBps };
  const [value, supply] = [
    sum(compared.map((one) => one.value)),
    sum(compared.map((one) => one.supply)),
  ];
  const above = (high.value * supply - value * high.supply) / supply;
  const below = (value * low.supply - low.value * supply) / supply;
  return {
    kind: "apart",
    from: high.chainId,
    to: low.chainId,
    value18: smaller(above, below),
    spreadBps,
  };
}

const isAbove = (a: Part, b: Part): boolean => a.value * b.supply > b.value * a.supply;

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);
