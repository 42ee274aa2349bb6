import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { accountReads } from "../chain/account-reads.ts";
import type { AddressesWith } from "../chain/addresses.ts";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import { liquidityReads } from "../chain/liquidity-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { CallPlan, OwnerPlan } from "../kinds/plan.ts";
import { isNative } from "../lib/normalize-address.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { liquidityCalldata } from "../liquidity/liquidity-calldata.ts";
import { sqrtRange, type TickRange } from "../liquidity/parse-range.ts";
import { poolKey, positionInfo, refusalOfHook } from "../liquidity/pool-key.ts";
import { DEADLINE_SEC } from "../pipeline/attempt-limits.ts";
import { baseTokenOf, callFacts } from "./call-facts.ts";
import { unreadable } from "./chain-argument.ts";
import { plannedAmounts } from "./liquidity-output.ts";
import { namedPool, type PoolName, pairOf } from "./named-pool.ts";
import { entryAmounts, planPoolOpening, rangeOf } from "./plan-pool-opening.ts";
import { slippageOf, type ToolContext } from "./tool.ts";

type EntryInput = PoolName & Parameters<typeof planPoolOpening>[1]["input"];

/**
 * Adds to the position in the same range, else opens one; a missing pool is opened first. Refuses
 * with invalid_request, hook_not_allowed, insufficient_balance, rpc_unavailable, or as tokens are
 * named. The pipeline judges the rest.
 */
export async function planLiquidityEntry(
  ctx: ToolContext,
  input: EntryInput,
): Promise<Verdict<CallPlan | OwnerPlan>> {
  const { deps, vault } = ctx;
  const chain = deps.chain(ctx.chainId);
  const required = requireContracts(chain, "positionManager", "stateView");
  if (!required.ok) return required;
  const addresses = required.value;
  const named = await namedPool(ctx, input);
  if (!named.ok) return named;
  const { pool } = named.value;
  const hook = refusalOfHook(pool.hooks);
  if (hook !== undefined) return hook;
  const [facts, [state, ids, active, balance0, balance1], slippageBps] = await Promise.all([
    callFacts(ctx),
    chain.rpc.send([
      liquidityReads.poolState(addresses.stateView, poolKey.id(pool)),
      vaultReads.positionIds(vault),
      vaultReads.activeTokens(vault),
      accountReads.balance(pool.currency0, vault),
      accountReads.balance(pool.currency1, vault),
    ]),
    slippageOf(ctx),
  ]);
  if (!facts.ok) return facts;
  if (!state.ok || !ids.ok || !active.ok || !balance0.ok || !balance1.ok) return unread;
  const { sqrtPriceX96 } = state.value;
  const balances = { amount0Base: balance0.value, amount1Base: balance1.value };
  if (sqrtPriceX96 === 0n)
    return planPoolOpening(ctx, {
      named: named.value,
      input,
      balances,
      slippageBps,
      head: facts.value,
      owner: facts.value.owner,
    });
  const baseToken = baseTokenOf(ctx, active.value);
  const pair = pairOf(named.value);
  const range = rangeOf(named.value, input, sqrtPriceX96);
  if (!range.ok) return range;
  const entry = entryAmounts(named.value, input, {
    range: sqrtRange(sqrtPriceX96, range.value),
    balances,
    slippageBps,
  });
  if (!entry.ok) return entry;
  const { liquidity, amounts, most } = entry.value;
  const own = await ownPosition({ rpc: chain.rpc, ...addresses }, ids.value, {
    pool,
    range: range.value,
  });
  if (!own.ok) return own;
  const tokenId = own.value;
  const deadlineSec = Math.floor(deps.clock.nowMs() / 1_000) + DEADLINE_SEC[ctx.executionMode];
  const at = { vault, deadlineSec };
  const added = { liquidity, amount0MaxBase: most.amount0Base, amount1MaxBase: most.amount1Base };
  const isCoin = isNative(pool.currency0);
  const sweep = isCoin ? ["SWEEP"] : [];
  const meant = { ...added, sweptTo: isCoin ? vault : null, deadlineSec: BigInt(deadlineSec) };
  const { currency0, currency1 } = pool;
  const expected: LiquidityCall =
    tokenId === null
      ? {
          kind: "lpMint",
          ...meant,
          pool,
          ...range.value,
          recipient: vault,
          nativeFromVaultBase: isCoin ? most.amount0Base : 0n,
          actions: ["MINT_POSITION", "SETTLE_PAIR", ...sweep],
        }
      : {
          kind: "lpIncrease",
          ...meant,
          tokenId,
          currency0,
          currency1,
          actions: ["INCREASE_LIQUIDITY", "CLOSE_CURRENCY", "CLOSE_CURRENCY", ...sweep],
        };
  const description =
    tokenId === null
      ? `Open a position with about ${plannedAmounts.pair(pair, amounts)}`
      : `Add about ${plannedAmounts.pair(pair, amounts)} to position ${tokenId}`;
  const bounded = { amounts, bounds: most, direction: "in" as const };
  return allow({
    kind: "call",
    data:
      tokenId === null
        ? liquidityCalldata.mint({ ...added, ...range.value, pool }, at)
        : liquidityCalldata.increase({ ...added, tokenId, pool }, at),
    expected,
    description: `${description}, at most ${plannedAmounts.pair(pair, most)}`,
    message: [`${description}.`, ...plannedAmounts.lines(pair, bounded)].join("\n"),
    swap: null,
    facts: facts.value,
    measured: { baseToken, pools: new Map() },
    pool,
    poolSqrtX96: sqrtPriceX96,
    answerData: {
      poolId: poolKey.id(pool),
      tokenId: tokenId?.toString() ?? null,
      ...range.value,
      liquidity: liquidity.toString(),
      amounts: plannedAmounts.data(pair, bounded),
    },
  });
}

/** The vault's position in that pool and range. Costs a request only where it has positions. */
async function ownPosition(
  { rpc, multicall3, positionManager }: Pick<ChainDeps, "rpc"> & AddressesWith<"positionManager">,
  ids: readonly bigint[],
  { pool, range }: { pool: CallPlan["pool"] & object; range: TickRange },
): Promise<Verdict<bigint | null>> {
  if (ids.length === 0) return allow(null);
  const calls = ids.map((tokenId) => liquidityReads.position(positionManager, tokenId));
  const [words] = await rpc.send([aggregateCalls(multicall3, calls)]);
  if (!words.ok || words.value.some((word) => !word.ok)) return unread;
  const isSame = (index: number): boolean => {
    const word = words.value[index];
    if (!word?.ok || !poolKey.same(word.value.key, pool)) return false;
    const { tickLower, tickUpper } = positionInfo(word.value.info);
    return tickLower === range.tickLower && tickUpper === range.tickUpper;
  };
  return allow(ids.find((_, index) => isSame(index)) ?? null);
}

const unread = unreadable("The pool");
