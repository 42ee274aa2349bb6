import type { ChainId } from "../../schemas/chains.ts";
import { type BridgeToken, bridgeTokens } from "../calldata/bridge-call.ts";
import type { ReadNav } from "./read-chain-nav.ts";

/** `usdc18`: by the source's oracle, 18 decimals. */
export type RebalanceStep = {
  source: ChainId;
  token: BridgeToken;
  amountBase: bigint;
  usdc18: bigint;
};
type RebalancePlan = {
  target: ChainId;
  steps: RebalanceStep[];
  skipped: { chainId: ChainId; symbol: string; reason: string }[];
};

/** Less is not worth its fee. */
const MIN_USDC18 = 2n * 10n ** 18n;
/** Half of what the vault lets leave. */
const STAYS = { numerator: 1n, denominator: 2n } as const;

/**
 * Moves what the others can spare to one chain, in tokens that both bridge. It depends on holdings
 * alone, so a new plan after a step continues it.
 */
export function planRebalance(
  navs: readonly ReadNav[],
  wanted?: ChainId,
): RebalancePlan | undefined {
  const target = wanted ?? navs.toSorted((a, b) => (b.usdc18 > a.usdc18 ? 1 : -1))[0]?.chainId;
  if (target === undefined || !navs.some(({ chainId }) => chainId === target)) return undefined;
  const plans = navs.filter(({ chainId }) => chainId !== target).map((nav) => fromOne(nav, target));
  return {
    target,
    steps: plans.flatMap(({ steps }) => steps).toSorted((a, b) => (b.usdc18 > a.usdc18 ? 1 : -1)),
    skipped: plans.flatMap(({ skipped }) => skipped),
  };
}

function fromOne(nav: ReadNav, target: ChainId): Pick<RebalancePlan, "steps" | "skipped"> {
  const steps: RebalanceStep[] = [];
  const skipped: RebalancePlan["skipped"] = [];
  let left18 = spare18(nav);
  const skip = (token: BridgeToken, reason: string) =>
    skipped.push({ chainId: nav.chainId, symbol: token.symbol, reason });
  const sorted = nav.holdings.toSorted((a, b) => ((b.usdc18 ?? 0n) > (a.usdc18 ?? 0n) ? 1 : -1));
  for (const { token, balanceBase, isActive, usdc18 } of sorted) {
    if (bridgeTokens.named(target, token.symbol) === undefined)
      skip(token, "it cannot be bridged to the target");
    else if (!isActive) skip(token, "the vault does not count it");
    else if (usdc18 === null) skip(token, "the oracle gives no price for it");
    else {
      const value18 = usdc18 < left18 ? usdc18 : left18;
      if (value18 < MIN_USDC18) {
        skip(token, "less than 2 USDC of it may move");
        continue;
      }
      steps.push({
        source: nav.chainId,
        token,
        amountBase: (balanceBase * value18) / usdc18,
        usdc18: value18,
      });
      left18 -= value18;
    }
  }
  return { steps, skipped };
}

function spare18({ usdc18, effectiveSupply, holdersSupply }: ReadNav): bigint {
  const stays = (holdersSupply * STAYS.numerator) / STAYS.denominator;
  return effectiveSupply <= stays ? 0n : (usdc18 * (effectiveSupply - stays)) / effectiveSupply;
}
