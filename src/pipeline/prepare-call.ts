import type { Address, Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { agentOf } from "./agent-of.ts";
import { buildSwap } from "./build-swap.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { DebugCall, NavFigures, ShieldFigures } from "./execution-outcome.ts";
import { type HeldLoss, heldLoss } from "./held-loss.ts";
import { type JudgedCall, judgeCall } from "./judge-call.ts";
import { judgeLimits } from "./judge-limits.ts";
import { judgeOracleWindows } from "./judge-oracle-windows.ts";
import { judgeRun } from "./judge-run.ts";
import { judgeSwap } from "./judge-swap.ts";
import { limitedBy } from "./limited-by.ts";
import { marketOf } from "./market-of.ts";
import { measureNav } from "./measure-nav.ts";
import { navMoveOf } from "./nav-move-of.ts";
import { noteCheck } from "./note-check.ts";
import { noteWindows } from "./note-windows.ts";
import { type OraclePools, oraclePools } from "./oracle-pools.ts";
import { oracleWarning } from "./oracle-warning.ts";
import type { CallPlan, SwapPlan } from "./plan.ts";
import type { CallFacts } from "./read-call-facts.ts";
import { type NavMove, readNavEffect } from "./read-nav-effect.ts";
import { readSwapValues } from "./read-swap-values.ts";
import { simulateCall } from "./simulate-call.ts";
import { type JudgedLimits, spendOfCall } from "./spend-of-call.ts";
import { swapMetaOf } from "./swap-meta-of.ts";
import { swapShieldFigures } from "./swap-shield-figures.ts";
import { unmeasuredYet } from "./unmeasured-yet.ts";
import { valueSwap } from "./value-swap.ts";

/** A vault call that passed both shields at one block, ready to be returned for signing or to be broadcast. */
export type PreparedCall = {
  data: Hex;
  sender: Address;
  description: string;
  ownerOnly: boolean;
  deadlineSec: number | undefined;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  figures: ShieldFigures;
  facts: CallFacts;
  navThresholdBps: number;
  baseline: bigint | null;
  gasUnits: bigint;
  senderBalanceWei: bigint;
  senderNonce: number;
  /** What publishing it on L1 costs the sender beside the gas; null where that could not be read. */
  l1FeeWei: bigint | null;
  /** What the loss budget holds for it once it is written down; undefined: it moves no assets. */
  loss: HeldLoss | undefined;
  /** What it moves to another chain on purpose; measured again right before it is sent. */
  move: NavMove | undefined;
  /** The vault's limits that it was judged with, and what counts against those of 24 hours; undefined: it is held against none. */
  limits: JudgedLimits | undefined;
  /** What it orders of a venue that acts later; undefined: its end is the transaction's. */
  follow: FollowedCall | undefined;
  /** Of a call that its own check bounds, in the NAV Shield's place: the same check again, right before it is sent. */
  recheck?: () => Promise<Verdict<unknown>>;
  /** NAV per unit before the call: raises the 24-hour baseline when recorded. */
  navBefore: bigint | null;
};

/** A refusal, with what was already known of the call for the operator's debugging. */
export type PrepareRefusal = Refusal & { debugCall: DebugCall };

/** What is prepared: a quoted swap, or a call that its own bytes have explained. */
type Subject = SwapPlan | JudgedCall;

type Built = {
  data: Hex;
  /** The call inside `data` where that is a multicall. */
  inner?: Hex | undefined;
  deadlineSec?: number;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  swapShield: ShieldFigures["swapShield"];
  description: string;
  ownerOnly: boolean;
  movesAssets: boolean;
};

/**
 * From plan to prepared call, in one order that no tool can change: Swap Shield, build, decode and check, simulation,
 * NAV Shield, simulation against quote. Everything unknown refuses. A dry run notes each check and goes on past one that refuses
 * where it can: what it prepares is then for its report alone.
 */
export async function prepareCall(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
): Promise<{ ok: true; value: PreparedCall } | PrepareRefusal> {
  const chain = ctx.deps.chain(ctx.chainId);
  const judged = plan.kind === "swap" ? allow(plan) : noteCheck(ctx, "calldata", judgeCall(ctx, plan));
  if (!judged.ok) return { ...judged, debugCall: { to: ctx.vault } };
  const subject: Subject = judged.value;
  const isExit = subject.kind === "call" && subject.rule.lowersRisk?.(subject.call) === true;
  const needsWindows = !isExit && (subject.kind === "swap" || subject.rule.evenWithShortWindow !== true);
  const isDelegated = ctx.executionMode === "delegated" && needsWindows;
  const { tokens, baseToken, pools } = pricedBy(subject);
  const deciding = [...tokens, ...(baseToken === undefined ? [] : [baseToken])];
  // What batch A read is judged before the shields compare with it, the rest with the simulation.
  const inBatch = deciding.filter((token) => pools.has(token));
  const first = noteWindows(ctx, judgeOracleWindows(chain, pools, { tokens: inBatch, isDelegated }));
  if (!first.ok) return { ...first, debugCall: { to: ctx.vault } };
  const built = subject.kind === "swap" ? await builtSwap(ctx, subject) : allow(builtCall(subject));
  if (!built.ok) return { ...built, debugCall: { to: ctx.vault } };
  const { data, inner } = built.value;
  const [agent, stored] = await Promise.all([agentOf(ctx), ctx.stored()]);
  const sender = agent ?? plan.facts.owner;
  const refused = (refusal: Refusal): PrepareRefusal => ({
    ...refusal,
    debugCall: { to: ctx.vault, from: sender, value: "0x0", data },
  });
  const limited = limitedBy(chain.addresses, subject, built.value.swap);
  const named = noteCheck(ctx, "limits", judgeLimits(stored.limits, limited, chain.addresses), {
    instead: () => undefined,
  });
  if (!named.ok) return refused(named);
  const unreadPools = oraclePools.with(chain.addresses, deciding).filter((token) => !pools.has(token));
  const move = subject.kind === "call" ? navMoveOf(ctx, subject, stored.settings) : undefined;
  const [simulation, values, checked, effect, limits] = await Promise.all([
    simulateCall(chain, {
      vault: ctx.vault,
      owner: plan.facts.owner,
      block: plan.facts.block.number,
      ...{ sender, data, inner, unreadPools },
    }),
    readSwapValues(chain, ctx.vault, plan, built.value.swap),
    checkOf(ctx, subject),
    readNavEffect(chain, ctx.vault, move, plan.facts.block.number),
    spendOfCall(ctx, stored.limits, limited, plan.facts.block.number),
  ]);
  const read = new Map([...pools, ...simulation.pools]);
  const windows = noteWindows(ctx, judgeOracleWindows(chain, read, { tokens: deciding, isDelegated }));
  if (!windows.ok) return refused(windows);
  const { windowSec: oracleWindowSec, short } = windows.value;
  const spend = noteCheck(ctx, "limits", limits, {
    figures: (value) => ({ ...value?.spend }),
    instead: () => undefined,
  });
  if (!spend.ok) return refused(spend);
  const ran = noteCheck(ctx, "simulation", judgeRun(simulation, data, agent, plan.facts), {
    figures: ({ gasUnits }) => ({ gasUnits: gasUnits.toString() }),
    instead: () => null,
  });
  if (!ran.ok)
    return refused(plan.kind === "swap" && plan.isNarrowed && ran.code === "simulation_reverted" ? narrowed(ran) : ran);
  const bounded = noteCheck(ctx, "call_rule", checked, { figures: (value) => ({ ...value }), instead: () => ({}) });
  if (!bounded.ok) return refused(bounded);
  const stated = noteCheck(ctx, "nav_effect", effect);
  if (!stated.ok) return refused(stated);
  const thresholdBps = stored.settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps;
  const baseline = isExit || stored.navBaseline === null ? null : BigInt(stored.navBaseline);
  const measured: Verdict<NavFigures | null> = built.value.movesAssets
    ? measureNav(simulation, { baselineUnitaryValue: baseline, thresholdBps, oracleWindowSec, effect: stated.value })
    : allow(null);
  const nav = noteCheck(ctx, "nav_shield", measured.ok || needsWindows ? measured : unmeasuredYet(measured), {
    figures: (value) => ({ ...value }),
    instead: () => null,
  });
  if (!nav.ok) return refused(nav);
  const valued = noteCheck(ctx, "simulated_amounts", valueSwap(plan, built.value.swap, simulation, values), {
    instead: () => built.value.swap,
  });
  if (!valued.ok) return refused(valued);
  // Of a dry run alone: a call that does not run has no gas to go on with.
  if (ran.value === null) return refused(firstOf(ctx));
  const netBeforeBase = simulation.before.ok ? simulation.before.value.netTotalValue : 0n;
  const loss = heldLoss(nav.value, valued.value, netBeforeBase);
  const prepared: PreparedCall = {
    data,
    sender,
    description: built.value.description,
    ownerOnly: built.value.ownerOnly,
    deadlineSec: built.value.deadlineSec,
    swap: valued.value && { ...valued.value, market: marketOf(plan, valued.value, oracleWindowSec) },
    swapMeta: built.value.swapMeta,
    figures: { swapShield: built.value.swapShield, navShield: nav.value, ...bounded.value, ...oracleWarning(short) },
    facts: plan.facts,
    navThresholdBps: thresholdBps,
    baseline,
    ...ran.value,
    l1FeeWei: simulation.l1FeeWei,
    loss: loss && { ...loss, ...(isExit && { isExit: true }) },
    move,
    limits: spend.value,
    follow: subject.kind === "call" ? subject.rule.follow?.(subject.call, ctx) : undefined,
    ...(subject.kind === "call" && subject.rule.boundByCheck && { recheck: () => checkOf(ctx, subject) }),
    navBefore: simulation.before.ok ? simulation.before.value.unitaryValue : null,
  };
  if (ctx.dryRun !== undefined) ctx.dryRun.call = prepared;
  if (ctx.seen !== undefined)
    ctx.seen.gas = { ...ran.value, sender, l1FeeWei: simulation.l1FeeWei ?? 0n, head: plan.facts };
  return allow(prepared);
}

function firstOf({ dryRun }: ExecutionContext): Refusal {
  if (dryRun?.refusal === undefined) throw new Error("nothing refused");
  return dryRun.refusal;
}

async function builtSwap(ctx: ExecutionContext, plan: SwapPlan): Promise<Verdict<Built>> {
  const { quote, facts } = plan;
  const { tokenIn, tokenOut } = quote.request;
  const { amountInBase, amountOutBase } = quote;
  if (ctx.seen !== undefined) ctx.seen.swap = { balanceInBase: facts.balanceInBase, amountInBase, amountOutBase };
  const needed = quote.request.mode === "exactIn" ? quote.amountInBase : quote.limitBase;
  const balance = {
    token: tokenIn.address,
    balanceBase: facts.balanceInBase.toString(),
    neededBase: needed.toString(),
    decimals: tokenIn.decimals,
  };
  const tooLittle = `The vault holds too little ${tokenIn.symbol} for this swap. Reduce the amount.`;
  const covered = noteCheck(
    ctx,
    "balance",
    facts.balanceInBase < needed ? refuse("insufficient_balance", tooLittle, balance) : allow(undefined),
    { figures: () => balance, instead: () => undefined },
  );
  if (!covered.ok) return covered;
  const { tokens, pools } = pricedBy(plan);
  const chain = ctx.deps.chain(ctx.chainId);
  const windows = noteWindows(ctx, judgeOracleWindows(chain, pools, { tokens, isDelegated: false }));
  if (!windows.ok) return windows;
  const shield = noteCheck(ctx, "swap_shield", judgeSwap(plan, windows.value.windowSec), {
    figures: (value) => ({ ...swapShieldFigures(plan, value) }),
    instead: () => null,
  });
  if (!shield.ok) return shield;
  const built = noteCheck(ctx, "quoted_transaction", await buildSwap(ctx, plan));
  if (!built.ok) return built;
  const swapMeta = swapMetaOf(quote);
  const swap: AttemptSwap = {
    venue: quote.venue,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    decimalsIn: tokenIn.decimals,
    decimalsOut: tokenOut.decimals,
    symbolIn: tokenIn.symbol,
    symbolOut: tokenOut.symbol,
    amountInBase: quote.amountInBase.toString(),
    amountOutBase: quote.amountOutBase.toString(),
    maxInBase: built.value.maxInBase.toString(),
    minOutBase: built.value.minOutBase.toString(),
  };
  const description = `Swap ${swapMeta.sellAmount} ${swapMeta.sellToken} for about ${swapMeta.buyAmount} ${swapMeta.buyToken} on ${quote.venue}`;
  return allow({
    data: built.value.data,
    inner: built.value.inner,
    deadlineSec: built.value.deadlineSec,
    swap,
    swapMeta,
    swapShield: shield.value && swapShieldFigures(plan, shield.value),
    description,
    // Only the vault's owner may call multicall.
    ownerOnly: built.value.inner !== undefined,
    movesAssets: true,
  });
}

type Priced = { tokens: readonly Address[]; baseToken: Address | undefined; pools: OraclePools };

/** The tokens whose oracle prices the shields compare with. One without a feed has none; where that is, the Swap Shield judges it. */
function pricedBy(subject: Subject): Priced {
  if (subject.kind === "swap") {
    const { feedIn, feedOut, baseToken, pools } = subject.facts;
    const { tokenIn, tokenOut } = subject.quote.request;
    const tokens = [...(feedIn ? [tokenIn.address] : []), ...(feedOut ? [tokenOut.address] : [])];
    return { tokens, baseToken, pools };
  }
  const { plan, rule, call } = subject;
  if (!rule.movesAssets) return { tokens: [], baseToken: undefined, pools: new Map() };
  if (plan.measured === undefined) throw new Error("a call that moves assets was planned without what measures it");
  return { tokens: rule.priced?.(call) ?? [], ...plan.measured };
}

/** The price moved past the limit that the calldata holds, as far as anyone can tell: its order waits, and is tried again. */
const narrowed = ({ message }: Refusal): Refusal =>
  refuse("limit_price_not_met", `At the order's limit price it cannot be traded now. ${message}`, { cause: message });

const builtCall = ({ plan, rule, deadlineSec }: JudgedCall): Built => ({
  data: plan.data,
  ...(deadlineSec !== undefined && { deadlineSec }),
  swap: plan.swap,
  swapMeta: plan.swapMeta,
  swapShield: null,
  description: plan.description,
  ownerOnly: rule.ownerOnly,
  movesAssets: rule.movesAssets,
});

const checkOf = async (ctx: ExecutionContext, subject: Subject): Promise<Verdict<Partial<ShieldFigures>>> =>
  (subject.kind === "call" && (await subject.rule.check?.(ctx, subject.call, subject.plan))) || allow({});
