import { smaller } from "../lib/larger.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { type PairAmounts, type PricedRange, positionAmounts, withinSlippage } from "../liquidity/position-amounts.ts";
import type { NamedPool } from "./named-pool.ts";

/** `most` is what the calldata lets it take. */
export type Entry = { liquidity: bigint; amounts: PairAmounts; most: PairAmounts };
type Named = { amountA?: string | undefined; amountB?: string | undefined };
/** What the vault holds, and the slippage of the call. */
export type EntryBalances = { balances: PairAmounts; slippageBps: number };
type Around = EntryBalances & { range: PricedRange };

/** Amounts of the position manager are uint128, liquidity changes of the pool int128 (v4-core 1.0.2). */
const MAX_UINT128 = (1n << 128n) - 1n;
const MAX_LIQUIDITY = (1n << 127n) - 1n;

/**
 * The amounts of a new position from one or both that are named: a missing one follows from price and range; of both, what is used up first
 * decides. At most what the vault holds. Refuses with invalid_request or insufficient_balance.
 */
export function entryAmounts(named: NamedPool, input: Named, { range, balances, slippageBps }: Around): Verdict<Entry> {
  const { inverted, tokenA, tokenB } = named;
  const a = amountOf("amountA", input.amountA, tokenA.decimals);
  if (!a.ok) return a;
  const b = amountOf("amountB", input.amountB, tokenB.decimals);
  if (!b.ok) return b;
  if (a.value === undefined && b.value === undefined)
    return refuse("invalid_request", "amountA: give amountA, amountB or both.");
  const [given0, given1] = inverted ? [b.value, a.value] : [a.value, b.value];
  const takes0 = range.sqrtPriceX96 < range.sqrtUpperX96;
  const takes1 = range.sqrtPriceX96 > range.sqrtLowerX96;
  // Beyond the price a range takes one token alone, which says nothing of the other.
  if ((given0 === undefined || !takes0) && (given1 === undefined || !takes1)) return wrongSide(named, takes0);
  const liquidity = positionAmounts.liquidityFor(range, {
    amount0Base: given0 ?? MAX_UINT128,
    amount1Base: given1 ?? MAX_UINT128,
  });
  if (liquidity === 0n) return refuse("invalid_request", "The amounts are too small for this range. Raise them.");
  const amounts = positionAmounts.toAdd(range, liquidity);
  if (liquidity > MAX_LIQUIDITY || amounts.amount0Base > MAX_UINT128 || amounts.amount1Base > MAX_UINT128)
    return refuse("invalid_request", "The amounts are larger than a pool can take. Lower them.");
  const poor = [0, 1].find((side) => amountAt(amounts, side) > amountAt(balances, side));
  if (poor !== undefined) {
    const token = (poor === 0) === inverted ? tokenB : tokenA;
    const needed = amountAt(amounts, poor);
    return refuse(
      "insufficient_balance",
      `The vault holds ${formatUnits(amountAt(balances, poor), token.decimals)} ${token.symbol}; this position takes ${formatUnits(needed, token.decimals)}. Reduce the amount.`,
      {
        token: token.address,
        balanceBase: amountAt(balances, poor).toString(),
        neededBase: needed.toString(),
        decimals: token.decimals,
      },
    );
  }
  const most = withinSlippage.most(amounts, slippageBps);
  return allow({
    liquidity,
    amounts,
    most: {
      amount0Base: smaller(smaller(most.amount0Base, balances.amount0Base), MAX_UINT128),
      amount1Base: smaller(smaller(most.amount1Base, balances.amount1Base), MAX_UINT128),
    },
  });
}

function amountOf(name: string, text: string | undefined, decimals: number): Verdict<bigint | undefined> {
  if (text === undefined) return allow(undefined);
  const parsed = parseUnits(text, decimals);
  if (!parsed.ok) return refuse("invalid_request", `${name}: ${parsed.message}`, parsed.details);
  return parsed.value > 0n ? parsed : refuse("invalid_request", `${name}: the amount has to be more than 0.`);
}

function wrongSide({ inverted, tokenA, tokenB }: NamedPool, takes0: boolean) {
  const isA = takes0 !== inverted;
  const [name, token] = isA ? ["amountA", tokenA] : ["amountB", tokenB];
  return refuse(
    "invalid_request",
    `${name}: at the pool's price this range takes ${token.symbol} alone, so say how much of it.`,
  );
}

const amountAt = ({ amount0Base, amount1Base }: PairAmounts, side: number): bigint =>
  side === 0 ? amount0Base : amount1Base;
