import type { Address } from "viem";
import { SETTINGS_DEFAULTS, SETTINGS_RANGES } from "../../schemas/operator-settings.ts";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Beside, Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { SecondPrice } from "../kinds/execution-outcome.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { UNPRICED_EXIT } from "../kinds/unpriced-exit.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import { warningOf } from "../kinds/warning-of.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { judgePoolPrice, poolDistanceBps } from "../shields/judge-pool-price.ts";
import { judgeSecondPrice } from "../shields/judge-second-price.ts";
import { judgeOracleWindows, oracleWarning } from "../vaults/judge-oracle-windows.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { youngOracle } from "../vaults/young-oracle.ts";
import { oracleSqrtRatio, sqrtRange } from "./parse-range.ts";
import { hookFlags, hookNotNamed, poolKey, positionInfo, refusalOfHook } from "./pool-key.ts";
import { fitsSlippage, type PairAmounts, positionAmounts } from "./position-amounts.ts";
import { readAdded } from "./read-added.ts";
import { type PositionReading, readPosition } from "./read-own-position.ts";
import { type Adding, readSecondPrice } from "./read-second-price.ts";

/**
 * Checks pool, ownership and slippage at the block of the simulation. Adding also needs a fair
 * hook, the oracle's price and a venue that agrees both ways (decision D48); their gap counts as
 * loss (decision D25). No price or hook holds up an exit (decision D24). Refuses with its
 * judgements' codes.
 */
export async function checkPosition(
  ctx: ExecutionContext,
  call: LiquidityCall,
  plan: CallPlan,
): Promise<Checked> {
  const pool = call.kind === "lpMint" ? call.pool : plan.pool;
  if (pool === undefined) return otherPool;
  const chain = ctx.deps.chain(ctx.chainId);
  const addresses = requireContracts(chain, "positionManager", "stateView");
  if (!addresses.ok) return addresses;
  const tokens = oraclePools.with(chain.addresses, [pool.currency0, pool.currency1]);
  const { number: block } = plan.facts.block;
  const plannedSqrtX96 = plan.poolSqrtX96 ?? 0n;
  const [reading, pools, toleranceBps, venue, added] = await Promise.all([
    readPosition({ rpc: chain.rpc, ...addresses.value }, ctx.vault, { call, pool, block }),
    oraclePools.read(chain, tokens),
    toleranceOf(ctx),
    isAdding(call) ? readSecondPrice(ctx, pool, call, plannedSqrtX96) : null,
    isAdding(call) && ctx.executionMode === "delegated" ? readAdded(ctx, call, plan) : null,
  ]);
  const own = judgeOwn(call, pool, reading);
  if (!own.ok) return own;
  const exit = exitOf(call, pool, own.value, reading);
  if (call.kind === "lpCollect") return allow(exit);
  const isDelegated = isAdding(call) && ctx.executionMode === "delegated";
  const windows = judgeOracleWindows(chain, pools, { tokens, isDelegated });
  if (!isAdding(call)) {
    const oracleWindowSec = windows.ok ? windows.value.windowSec : null;
    const judged = judgeExit(call, own.value, reading, { toleranceBps, oracleWindowSec });
    return judged.ok ? allow({ ...judged.value, ...exit }) : judged;
  }
  const priced = judgePrice(reading, toleranceBps);
  if (!priced.ok) return priced;
  if (!windows.ok) return windows;
  const { deltaBps, sqrtPriceX96: poolSqrtX96, oracleSqrtX96 } = priced.value;
  const bounded = judgeBounds(call, own.value, poolSqrtX96);
  if (!bounded.ok) return bounded;
  // The venue was asked at the plan's price.
  const isAsked = judgePoolPrice({ poolSqrtX96, oracleSqrtX96: plannedSqrtX96, toleranceBps }).ok;
  if (!isAsked) return movedMeanwhile;
  const second = venue?.ok
    ? judgeSecondPrice({ ...venue.value, poolSqrtX96, oracleSqrtX96 }, toleranceBps)
    : (venue ?? otherPool);
  const hook = await judgeHook(ctx, pool.hooks);
  const unsure = [second, hook].filter((verdict) => !verdict.ok);
  if (isDelegated && unsure[0] !== undefined) return unsure[0];
  if (added?.ok === false) return added;
  const worstBase = second.ok && added !== null ? worstOf(added.value, second.value) : undefined;
  const { windowSec: oracleWindowSec, short } = windows.value;
  return allow({
    poolPrice: { deltaBps, toleranceBps, oracleWindowSec },
    ...(second.ok && { secondPrice: second.value }),
    ...(unsure.length > 0 && { warnings: unsure.map(warningOf) }),
    ...oracleWarning(short),
    ...(worstBase !== undefined && { beside: { worstBase } }),
  });
}

/** A stranger may move pool and oracle together within the tolerance. */
const worstOf = (addedBase: bigint, { deltaBps }: SecondPrice): bigint =>
  (addedBase * BigInt(deltaBps ?? 0) + WHOLE_BPS - 1n) / WHOLE_BPS;

async function judgeHook(ctx: ExecutionContext, hooks: Address): Promise<Verdict> {
  if (!hookFlags.holdsLiquidity(hooks)) return allow(undefined);
  const { limits } = await ctx.stored();
  return limits?.hooks?.includes(lowerHex(hooks)) ? allow(undefined) : hookNotNamed(hooks);
}

/** A tool has no say in it. */
async function toleranceOf(ctx: ExecutionContext): Promise<number> {
  const own = ctx.operator === undefined ? undefined : (await ctx.stored()).settings.swapShieldBps;
  return own ?? SETTINGS_DEFAULTS.swapShieldBps;
}

type Own = { tickLower: number; tickUpper: number; liquidity: bigint };

function judgeOwn(
  call: LiquidityCall,
  pool: PoolKey,
  { position, liquidity, ownIds }: PositionReading,
): Verdict<Own> {
  const hook = isAdding(call) ? refusalOfHook(pool.hooks) : undefined;
  if (hook !== undefined) return hook;
  if (call.kind === "lpMint") {
    const { tickLower, tickUpper } = call;
    return allow({ tickLower, tickUpper, liquidity: call.liquidity });
  }
  if (!ownIds.ok || !position?.ok || !liquidity?.ok) return unreadable;
  if (!ownIds.value.includes(call.tokenId))
    return refuse(
      "position_not_found",
      `Position ${call.tokenId} is none that this vault opened.`,
      {
        tokenId: call.tokenId.toString(),
      },
    );
  const isOfPool = call.currency0 === pool.currency0 && call.currency1 === pool.currency1;
  if (!isOfPool || !poolKey.same(position.value.key, pool)) return otherPool;
  const { tickLower, tickUpper } = positionInfo(position.value.info);
  return allow({
    tickLower,
    tickUpper,
    liquidity: call.kind === "lpBurn" ? liquidity.value : call.liquidity,
  });
}

function judgePrice(
  { state, tick0, tick1, feed0, feed1 }: PositionReading,
  toleranceBps: number,
): Verdict<{ deltaBps: number; sqrtPriceX96: bigint; oracleSqrtX96: bigint }> {
  if (!state.ok || !feed0.ok || !feed1.ok) return unreadable;
  if (!feed0.value || !feed1.value)
    return refuse(
      "no_price_feed",
      "The vault's oracle has no price feed for one of the pool's tokens, so the pool's " +
        "price cannot be judged. Choose another pool.",
      { feed0: feed0.value, feed1: feed1.value },
    );
  const young = youngOracle(tick0) ?? youngOracle(tick1);
  if (young !== undefined) return young;
  if ([tick0, tick1].some((tick) => !tick.ok && tick.kind === "unavailable")) return unreadable;
  const { sqrtPriceX96 } = state.value;
  const oracleSqrtX96 = oracleSqrtRatio({ tick0, tick1 }) ?? 0n;
  const judged = judgePoolPrice({ poolSqrtX96: sqrtPriceX96, oracleSqrtX96, toleranceBps });
  return judged.ok
    ? allow({ deltaBps: judged.value.deltaBps, sqrtPriceX96, oracleSqrtX96 })
    : judged;
}

/** The distance to the oracle decides nothing. */
function judgeExit(
  call: Exclude<LiquidityCall, { kind: "lpCollect" }>,
  own: Own,
  { state, tick0, tick1 }: PositionReading,
  figures: { toleranceBps: number; oracleWindowSec: number | null },
): Checked {
  if (!state.ok) return unreadable;
  const { sqrtPriceX96 } = state.value;
  const bounded = judgeBounds(call, own, sqrtPriceX96);
  if (!bounded.ok) return bounded;
  const oracleSqrtX96 = oracleSqrtRatio({ tick0, tick1 }) ?? 0n;
  if (sqrtPriceX96 === 0n || oracleSqrtX96 === 0n) return allow({});
  const deltaBps = poolDistanceBps({ poolSqrtX96: sqrtPriceX96, oracleSqrtX96 });
  return allow({ poolPrice: { deltaBps, ...figures } });
}

const Q192 = 1n << 192n;

/**
 * In currency1 times 2^192 at the pool's price, so nothing is rounded. What comes out of a pool
 * that was moved is worth no less elsewhere. A hook that acts on a removal may keep fees.
 */
function exitOf(
  call: LiquidityCall,
  { hooks }: PoolKey,
  own: Own,
  { state }: PositionReading,
): { beside?: Beside } {
  if (isAdding(call) || hookFlags.holdsLiquidity(hooks) || hookFlags.takesLiquidity(hooks))
    return {};
  if (call.kind === "lpCollect") return { beside: { exit: UNPRICED_EXIT } };
  if (!state.ok || state.value.sqrtPriceX96 === 0n) return {};
  const { sqrtPriceX96 } = state.value;
  const worth = ({ amount0Base, amount1Base }: PairAmounts) =>
    amount0Base * sqrtPriceX96 ** 2n + amount1Base * Q192;
  const out = positionAmounts.toRemove(sqrtRange(sqrtPriceX96, own), own.liquidity);
  const least = { amount0Base: call.amount0MinBase, amount1Base: call.amount1MinBase };
  return { beside: { exit: { markBase: worth(out), leastBase: worth(least) } } };
}

/** Bounds against the largest slippage that an operator may set. */
function judgeBounds(
  call: Exclude<LiquidityCall, { kind: "lpCollect" }>,
  own: Own,
  sqrtPriceX96: bigint,
): Verdict {
  const range = sqrtRange(sqrtPriceX96, own);
  const bounded = isAdding(call)
    ? {
        amounts: positionAmounts.toAdd(range, own.liquidity),
        bounds: { amount0Base: call.amount0MaxBase, amount1Base: call.amount1MaxBase },
        direction: "in" as const,
      }
    : {
        amounts: positionAmounts.toRemove(range, own.liquidity),
        bounds: { amount0Base: call.amount0MinBase, amount1Base: call.amount1MinBase },
        direction: "out" as const,
      };
  const { amounts, bounds, direction } = bounded;
  if (fitsSlippage(bounded, SETTINGS_RANGES.slippageBps.maxBps)) return allow(undefined);
  return refuse(
    "simulation_differs_from_quote",
    "The pool's price moved while the call was built, so its bounds fit no more. Nothing was " +
      "sent; try again.",
    {
      direction,
      amount0Base: amounts.amount0Base.toString(),
      amount1Base: amounts.amount1Base.toString(),
      bound0Base: bounds.amount0Base.toString(),
      bound1Base: bounds.amount1Base.toString(),
    },
  );
}

const isAdding = (call: LiquidityCall): call is Adding =>
  call.kind === "lpMint" || call.kind === "lpIncrease";

const movedMeanwhile = refuse(
  "simulation_differs_from_quote",
  "The pool's price moved while the call was built. Nothing was sent; try again.",
  { direction: "in" },
);
const otherPool = refuse(
  "calldata_rejected",
  "The call is about another pool than it was planned with. Nothing was sent; please report this.",
  { field: "pool" },
);
const unreadable = refuse(
  "rpc_unavailable",
  "The position could not be read from the chain. Nothing was built; please try again.",
);
