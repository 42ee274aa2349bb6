import { chainOf } from "../chain-of.ts";
import { rescale } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { aggregateNav } from "./aggregate-nav.ts";
import type { Holding, ReadNav } from "./read-chain-nav.ts";

type SyncAmount = {
  holding: Holding;
  amountBase: bigint;
  /** Unit price of both chains afterwards, 18 decimals. */
  target18: bigint;
};

const STABLE = ["USDC", "USDT"];

/**
 * The source's excess or the destination's deficit, whichever is less. Refuses with nav_balanced,
 * invalid_request or insufficient_balance.
 */
export function planSync(
  here: ReadNav,
  there: ReadNav,
  holdings: readonly Holding[],
): Verdict<SyncAmount> {
  if (here.baseKind !== there.baseKind)
    return refuse(
      "invalid_request",
      `A unit is worth ${here.baseKind} on ${chainOf(here.chainId).name} and ` +
        `${there.baseKind} on ${chainOf(there.chainId).name}: the prices cannot be brought ` +
        "together. Name token and amount.",
    );
  const [group] = aggregateNav([here, there]).groups;
  const target18 = group?.target18 ?? 0n;
  const [excess18, deficit18] = [above(here, target18), -above(there, target18)];
  if (target18 === 0n || excess18 < 0n || deficit18 < 0n)
    return refuse(
      "invalid_request",
      `A unit is worth less on ${chainOf(here.chainId).name} than on ` +
        `${chainOf(there.chainId).name}. Sync in the other direction.`,
    );
  const value18 = excess18 < deficit18 ? excess18 : deficit18;
  const usable = holdings
    .filter(({ isActive, usdc18 }) => isActive && usdc18 !== null && usdc18 > 0n)
    .toSorted((a, b) => rank(here, a) - rank(here, b));
  // A share of the NAV in USDC: no price is assumed.
  const usdc18 =
    here.netTotalValueBase === 0n
      ? 0n
      : (here.usdc18 * value18) / rescale(here.netTotalValueBase, here.decimals, 18);
  const amounts = usable.map((holding) => ({
    holding,
    amountBase: (holding.balanceBase * usdc18) / (holding.usdc18 ?? 1n),
  }));
  if (amounts.every(({ amountBase }) => amountBase === 0n) && usable.length > 0)
    return refuse(
      "nav_balanced",
      "The unit prices of both chains are equal already. Nothing to sync.",
    );
  const enough = amounts.find(
    ({ holding, amountBase }) => amountBase > 0n && amountBase <= holding.balanceBase,
  );
  if (enough !== undefined) return allow({ ...enough, target18 });
  return refuse(
    "insufficient_balance",
    `The vault holds too little of what can be bridged from ${chainOf(here.chainId).name}. ` +
      "Name token and amount for a part of it.",
    { neededUsdc: (usdc18 / 10n ** 12n).toString() },
  );
}

function above({ unitaryValueBase, decimals, effectiveSupply }: ReadNav, target18: bigint): bigint {
  const unit18 = rescale(unitaryValueBase, decimals, 18);
  return ((unit18 - target18) * effectiveSupply) / 10n ** BigInt(decimals);
}

/** The base token needs no price; then stablecoins. */
function rank({ baseToken }: ReadNav, { token }: Holding): number {
  if (token.address === baseToken) return 0;
  return STABLE.includes(token.symbol) ? 1 : 2;
}
