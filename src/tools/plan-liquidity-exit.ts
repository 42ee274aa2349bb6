import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { liquidityCalldata } from "../liquidity/liquidity-calldata.ts";
import { sqrtRange } from "../liquidity/parse-range.ts";
import { positionAmounts, withinSlippage } from "../liquidity/position-amounts.ts";
import { type OwnPosition, readOwnPosition } from "../liquidity/read-own-position.ts";
import { DEADLINE_SEC } from "../pipeline/attempt-limits.ts";
import { baseTokenOf, callFacts } from "./call-facts.ts";
import { unreadable } from "./chain-argument.ts";
import { plannedAmounts } from "./liquidity-output.ts";
import { exitDefaultBps, slippageOf, type ToolContext } from "./tool.ts";

type Exit = { kind: "lpDecrease" | "lpCollect" | "lpBurn"; liquidity: bigint; description: string };

/**
 * Takes out liquidity, at no less than slippage allows, and the fees, all to the vault. Refuses
 * with position_not_found, rpc_unavailable, or as `exitOf` does. The pipeline judges the rest.
 */
export async function planLiquidityExit(
  ctx: ToolContext,
  tokenId: bigint,
  exitOf: (position: OwnPosition) => Verdict<Exit>,
): Promise<Verdict<CallPlan>> {
  const { deps, vault } = ctx;
  const chain = deps.chain(ctx.chainId);
  const nowMs = deps.clock.nowMs();
  const [facts, [active], read, slippageBps] = await Promise.all([
    callFacts(ctx),
    chain.rpc.send([vaultReads.activeTokens(vault)]),
    readOwnPosition({ chain, tokens: deps.caches.tokens, nowMs, vault }, tokenId),
    slippageOf(ctx, exitDefaultBps(ctx)),
  ]);
  if (!facts.ok) return facts;
  if (!read.ok) return read;
  if (!active.ok) return unreadable("The vault");
  const position = read.value;
  const { pool, poolId, range, state, fees } = position;
  const exit = exitOf(position);
  if (!exit.ok) return exit;
  const { kind, liquidity, description } = exit.value;
  const baseToken = baseTokenOf(ctx, active.value);
  const amounts = positionAmounts.toRemove(sqrtRange(state.sqrtPriceX96, range), liquidity);
  const least = withinSlippage.least(amounts, slippageBps);
  const taken = { tokenId, amount0MinBase: least.amount0Base, amount1MinBase: least.amount1Base };
  const deadlineSec = Math.floor(nowMs / 1_000) + DEADLINE_SEC[ctx.executionMode];
  const at = { vault, deadlineSec };
  const { currency0, currency1 } = pool;
  const meant = {
    ...taken,
    currency0,
    currency1,
    recipient: vault,
    deadlineSec: BigInt(deadlineSec),
  };
  const expected: LiquidityCall =
    kind === "lpBurn"
      ? { kind, ...meant, actions: ["BURN_POSITION", "TAKE_PAIR"] }
      : { kind, ...meant, liquidity, actions: ["DECREASE_LIQUIDITY", "TAKE_PAIR"] };
  const floor =
    liquidity === 0n ? "" : `: at least ${plannedAmounts.pair(position, least)} come out`;
  const words =
    liquidity === 0n
      ? []
      : plannedAmounts.lines(position, { amounts, bounds: least, direction: "out" });
  return allow({
    kind: "call",
    data:
      kind === "lpBurn"
        ? liquidityCalldata.burn({ ...taken, pool }, at)
        : liquidityCalldata.decrease({ ...taken, pool, liquidity }, at),
    expected,
    description: `${description}${floor}`,
    message: [
      `${description}.`,
      ...words,
      `Fees beside it: ${plannedAmounts.pair(position, fees)}`,
    ].join("\n"),
    swap: null,
    facts: facts.value,
    measured: { baseToken, pools: new Map() },
    pool,
    answerData: {
      poolId,
      tokenId: tokenId.toString(),
      ...range,
      liquidity: liquidity.toString(),
      amounts: plannedAmounts.data(position, { amounts, bounds: least, direction: "out" }),
      fees: plannedAmounts.plain(position, fees),
    },
  });
}
