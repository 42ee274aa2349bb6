import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from "viem";
import { requireContracts } from "../chain/require-contracts.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Head } from "../kinds/chain-facts.ts";
import type { OwnerPlan } from "../kinds/plan.ts";
import { smaller } from "../lib/integers.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleSqrtRatio, parseRange, poolPrice, sqrtRange } from "../liquidity/parse-range.ts";
import { poolKey } from "../liquidity/pool-key.ts";
import {
  type PairAmounts,
  type PricedRange,
  positionAmounts,
  withinSlippage,
} from "../liquidity/position-amounts.ts";
import { youngOracle } from "../vaults/young-oracle.ts";
import { human, tooLittle } from "./call-facts.ts";
import { inField, invalid, unreadable } from "./chain-argument.ts";
import { plannedAmounts } from "./liquidity-output.ts";
import { decimalsOf, type NamedPool, pairOf } from "./named-pool.ts";
import type { ToolContext } from "./tool.ts";

const abi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24 tick)",
]);
const TICK = parseAbiParameters("int24");

type Opening = EntryBalances & {
  named: NamedPool;
  input: Named & { tickRange: string };
  head: Head;
  owner: OwnerPlan["sender"];
};

/**
 * The owner's own transaction opens a missing pool at the oracle's price; liquidity follows by its
 * own call (decision D48). Refuses with pool_not_found in delegated mode, no_price_feed,
 * oracle_window_filling, rpc_unavailable, and as range and amounts are refused.
 */
export async function planPoolOpening(
  ctx: ToolContext,
  opening: Opening,
): Promise<Verdict<OwnerPlan>> {
  const { named, input, head, owner, balances, slippageBps } = opening;
  const { pool, tokenA, tokenB } = named;
  const poolId = poolKey.id(pool);
  const what =
    `There is no pool of ${tokenA.symbol} and ${tokenB.symbol} with a fee of ${pool.fee}, a ` +
    `tick spacing of ${pool.tickSpacing} and these hooks yet`;
  if (ctx.executionMode === "delegated")
    return refuse(
      "pool_not_found",
      `${what}. Ask for it unsigned (manual): the answer is the transaction that opens it at ` +
        "the oracle's price.",
      { poolId },
    );
  const chain = ctx.deps.chain(ctx.chainId);
  const addresses = requireContracts(chain, "poolManager");
  if (!addresses.ok) return addresses;
  const at = { block: head.block.number };
  const [feed0, feed1, tick0, tick1] = await chain.rpc.send([
    vaultReads.hasPriceFeed(ctx.vault, pool.currency0, at),
    vaultReads.hasPriceFeed(ctx.vault, pool.currency1, at),
    vaultReads.meanTick(ctx.vault, pool.currency0, at),
    vaultReads.meanTick(ctx.vault, pool.currency1, at),
  ]);
  if (!feed0.ok || !feed1.ok) return unread;
  if (!feed0.value || !feed1.value)
    return refuse(
      "no_price_feed",
      `${what}, and the vault's oracle has no price feed for one of the tokens: a vault ` +
        "cannot hold such a position. Choose other tokens.",
      { feed0: feed0.value, feed1: feed1.value },
    );
  const young = youngOracle(tick0) ?? youngOracle(tick1);
  if (young !== undefined) return young;
  const sqrtPriceX96 = oracleSqrtRatio({ tick0, tick1 });
  if (sqrtPriceX96 === undefined || !tick0.ok || !tick1.ok) return unread;
  const pair = pairOf(named);
  const range = rangeOf(named, input, sqrtPriceX96);
  if (!range.ok) return range;
  const priced = sqrtRange(sqrtPriceX96, range.value);
  const entry = entryAmounts(named, input, { range: priced, balances, slippageBps });
  if (!entry.ok) return entry;
  const price = poolPrice.text(sqrtPriceX96, decimalsOf(pair));
  const description =
    `Open the pool of ${pair.token0.symbol} and ${pair.token1.symbol} at 1 ` +
    `${pair.token0.symbol} = ${price} ${pair.token1.symbol}`;
  return allow({
    kind: "owner",
    sender: ctx.operator ?? owner,
    steps: [
      {
        to: addresses.value.poolManager,
        data: encodeFunctionData({ abi, functionName: "initialize", args: [pool, sqrtPriceX96] }),
        valueWei: 0n,
        description,
        expected: { kind: "initializePool", pool, sqrtPriceX96 },
        returns: encodeAbiParameters(TICK, [tick1.value - tick0.value]),
      },
    ],
    message: [
      `${what}: this transaction opens it at the oracle's price, 1 ${pair.token0.symbol} = ` +
        `${price} ${pair.token1.symbol}. It moves nothing of the vault's.`,
      `Once it is mined, ask again: about ${plannedAmounts.pair(pair, entry.value.amounts)} ` +
        "will go in.",
    ].join("\n"),
    head,
    suggestions: ["Call add_liquidity again once the pool is open"],
    answerData: {
      poolId,
      tokenId: null,
      ...range.value,
      opens: { sqrtPriceX96: sqrtPriceX96.toString(), price },
    },
  });
}

const unread = unreadable("The oracle");

/** Ticks of a range in words, at the pool's price. Refuses with invalid_request. */
export const rangeOf = (named: NamedPool, { tickRange }: Opening["input"], sqrtPriceX96: bigint) =>
  parseRange(tickRange, {
    ...decimalsOf(pairOf(named)),
    sqrtPriceX96,
    tickSpacing: named.pool.tickSpacing,
    inverted: named.inverted,
  });

/** `most` is what the calldata lets the position take. */
type Entry = { liquidity: bigint; amounts: PairAmounts; most: PairAmounts };
type Named = { amountA?: string | undefined; amountB?: string | undefined };
type EntryBalances = { balances: PairAmounts; slippageBps: number };
type Around = EntryBalances & { range: PricedRange };

/**
 * Amounts of the position manager are uint128, liquidity changes of the pool int128 (v4-core
 * 1.0.2).
 */
const MAX_UINT128 = (1n << 128n) - 1n;
const MAX_LIQUIDITY = (1n << 127n) - 1n;

/**
 * Amounts of a new position. One amount follows from the other, price and range; of two, what is
 * used up first decides. Refuses with invalid_request or insufficient_balance.
 */
export function entryAmounts(
  named: NamedPool,
  input: Named,
  { range, balances, slippageBps }: Around,
): Verdict<Entry> {
  const { inverted, tokenA, tokenB } = named;
  const a = amountOf("amountA", input.amountA, tokenA.decimals);
  if (!a.ok) return a;
  const b = amountOf("amountB", input.amountB, tokenB.decimals);
  if (!b.ok) return b;
  if (a.value === undefined && b.value === undefined)
    return invalid("amountA: give amountA, amountB or both.");
  const [given0, given1] = inverted ? [b.value, a.value] : [a.value, b.value];
  const takes0 = range.sqrtPriceX96 < range.sqrtUpperX96;
  const takes1 = range.sqrtPriceX96 > range.sqrtLowerX96;
  // Beyond the price a range takes one token alone, which says nothing of the other.
  if ((given0 === undefined || !takes0) && (given1 === undefined || !takes1))
    return wrongSide(named, takes0);
  const liquidity = positionAmounts.liquidityFor(range, {
    amount0Base: given0 ?? MAX_UINT128,
    amount1Base: given1 ?? MAX_UINT128,
  });
  if (liquidity === 0n) return invalid("The amounts are too small for this range. Raise them.");
  const amounts = positionAmounts.toAdd(range, liquidity);
  if (
    liquidity > MAX_LIQUIDITY ||
    amounts.amount0Base > MAX_UINT128 ||
    amounts.amount1Base > MAX_UINT128
  )
    return invalid("The amounts are larger than a pool can take. Lower them.");
  const poor = [0, 1].find((side) => amountAt(amounts, side) > amountAt(balances, side));
  if (poor !== undefined) {
    const token = (poor === 0) === inverted ? tokenB : tokenA;
    const neededBase = amountAt(amounts, poor);
    const heldBase = amountAt(balances, poor);
    return tooLittle(
      `The vault holds ${human(token, heldBase)}; this position takes ` +
        `${formatUnits(neededBase, token.decimals)}. Reduce the amount.`,
      token,
      { heldBase, neededBase },
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

function amountOf(
  name: string,
  text: string | undefined,
  decimals: number,
): Verdict<bigint | undefined> {
  if (text === undefined) return allow(undefined);
  const parsed = inField(name, parseUnits(text, decimals));
  return !parsed.ok || parsed.value > 0n
    ? parsed
    : invalid(`${name}: the amount has to be more than 0.`);
}

function wrongSide({ inverted, tokenA, tokenB }: NamedPool, takes0: boolean) {
  const isA = takes0 !== inverted;
  const [name, token] = isA ? ["amountA", tokenA] : ["amountB", tokenB];
  return invalid(
    `${name}: at the pool's price this range takes ${token.symbol} alone, so say how much of it.`,
  );
}

const amountAt = ({ amount0Base, amount1Base }: PairAmounts, side: number): bigint =>
  side === 0 ? amount0Base : amount1Base;
