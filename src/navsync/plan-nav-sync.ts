import type { ChainId } from "../../schemas/chains.ts";
import { smaller } from "../lib/integers.ts";

/** As NAVs over all chains are read: in base units of its base token, which with `baseKind` is the same thing on several chains. */
export type ComparedChain = {
  chainId: ChainId;
  baseKind: string;
  decimals: number;
  netTotalValueBase: bigint;
  effectiveSupply: bigint;
};

/** `value18`: what has to move, in the base token with 18 decimals. `spreadBps` of the lowest NAV per unit, rounded down. */
export type NavSyncPlan =
  | { kind: "balanced"; spreadBps: number }
  | { kind: "apart"; from: ChainId; to: ChainId; value18: bigint; spreadBps: number };

type Part = { chainId: ChainId; value: bigint; supply: bigint };

/** Basis points of one. */
const ONE_BPS = 10_000n;

/**
 * From the highest to the lowest NAV per unit, where further apart than the threshold. What moves brings the first of the two to the common
 * one and neither beyond it, so no run undoes another. Only chains with the same base token are compared; of several such groups the one
 * furthest apart. A chain without units or value is none of them. `undefined`: nothing can be compared.
 */
export function planNavSync(chains: readonly ComparedChain[], thresholdBps: number): NavSyncPlan | undefined {
  const plans = [...Map.groupBy(chains, ({ baseKind }) => baseKind).values()].flatMap((group) => {
    const plan = planGroup(group.map(partOf), BigInt(thresholdBps));
    return plan === undefined ? [] : [plan];
  });
  return plans.toSorted((a, b) => b.spreadBps - a.spreadBps)[0];
}

/** The same stablecoin has 6 decimals on one chain and 18 on another. */
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
  // Fractions are compared crosswise: nothing is rounded before it is decided.
  const [apart, whole] = [high.value * low.supply - low.value * high.supply, low.value * high.supply];
  const spreadBps = Number((apart * ONE_BPS) / whole);
  if (apart * ONE_BPS <= whole * thresholdBps) return { kind: "balanced", spreadBps };
  const [value, supply] = [sum(compared.map((one) => one.value)), sum(compared.map((one) => one.supply))];
  const above = (high.value * supply - value * high.supply) / supply;
  const below = (value * low.supply - low.value * supply) / supply;
  return { kind: "apart", from: high.chainId, to: low.chainId, value18: smaller(above, below), spreadBps };
}

const isAbove = (a: Part, b: Part): boolean => a.value * b.supply > b.value * a.supply;

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((a, b) => a + b, 0n);
