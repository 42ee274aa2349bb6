import type { Address, Hex } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { unnamedTokens } from "../settings/unnamed-tokens.ts";
import type { VenuePrices } from "../shields/venue-value.ts";
import { agentOf } from "./agent-of.ts";
import { type Built, builtSwap } from "./built-swap.ts";
import type { CallPlaces } from "./call-places.ts";
import type { CheckFacts } from "./check-facts.ts";
import type { Beside, Checked } from "./checked.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { DebugCall, ShieldFigures } from "./execution-outcome.ts";
import { type HeldLoss, heldLoss } from "./held-loss.ts";
import { type JudgedCall, judgeCall } from "./judge-call.ts";
import { judgeLimits } from "./judge-limits.ts";
import { judgeOracleWindows, type OracleWindows } from "./judge-oracle-windows.ts";
import { judgeTokens } from "./judge-tokens.ts";
import { liftWarning } from "./lift-warning.ts";
import { limitedBy } from "./limited-by.ts";
import { marketOf } from "./market-of.ts";
import { mayLift } from "./may-lift.ts";
import { type MeasuredCall, measureCall } from "./measure-call.ts";
import { navMoveOf } from "./nav-move-of.ts";
import { noteCheck } from "./note-check.ts";
import { noteWindows } from "./note-windows.ts";
import { oracleAlone } from "./oracle-alone.ts";
import { type OraclePools, oraclePools } from "./oracle-pools.ts";
import { oracleWarning } from "./oracle-warning.ts";
import type { CallPlan, SwapPlan } from "./plan.ts";
import { pricedBy } from "./priced-by.ts";
import type { CallFacts } from "./read-call-facts.ts";
import { readHoldings } from "./read-holdings.ts";
import { type NavMove, readNavEffect } from "./read-nav-effect.ts";
import { readSwapValues } from "./read-swap-values.ts";
import { runChecks } from "./run-checks.ts";
import { sharedAtHigh } from "./shared-at-high.ts";
import { simulateCall } from "./simulate-call.ts";
import { type JudgedLimits, spendOfCall } from "./spend-of-call.ts";
import { swapCallWords } from "./swap-call-words.ts";
import { unmeasuredExit } from "./unmeasured-exit.ts";
import { unnamedWarnings } from "./unnamed-warnings.ts";

/** A vault call that passed both shields at one block, ready to be returned for signing or to be broadcast. */
export type PreparedCall = {
  data: Hex;
  /** What `data` means, read from its bytes: a card is made of that. */
  call: VaultCall;
  /** What a card says of it; undefined: its plan's words stand alone. */
  words(places: CallPlaces): { title?: string; lines: string[] } | undefined;
  sender: Address;
  description: string;
  ownerOnly: boolean;
  /** A way out (kinds/call-rule.ts, lowersRisk): measured as one again right before it is sent. */
  isExit?: true;
  deadlineSec: number | undefined;
  swap: AttemptSwap | null;
  swapMeta: SwapMeta | undefined;
  figures: ShieldFigures;
  facts: CallFacts;
  /** What its NAV was held against at the build: the same again right before it is sent. */
  measured: MeasuredCall;
  prices: VenuePrices;
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
  /** The NAV Shield measures it, at the build and right before it is sent. */
  movesAssets: boolean;
  /** Of a call that its own check bounds: the same check again, right before it is sent. */
  recheck?: (attemptId: string) => Promise<Verdict<unknown>>;
  /** With which earlier orders of perpetuals its check judged it; absent: those are no matter of it. */
  perp: Beside["perp"];
  /** NAV per unit before the call: raises the 24-hour baseline when recorded. */
  navBefore: bigint | null;
};

/** A refusal, with what was already known of the call for the operator's debugging. */
export type PrepareRefusal = Refusal & { debugCall: DebugCall };

/** What is prepared: a quoted swap, or a call that its own bytes have explained. */
type Subject = SwapPlan | JudgedCall;

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
  const judged = plan.kind === "swap" ? allow(plan) : noteCheck(ctx, "calldata", await judgeCall(ctx, plan));
  if (!judged.ok) return { ...judged, debugCall: { to: ctx.vault } };
  const subject: Subject = judged.value;
  const isExit = subject.kind === "call" && subject.rule.lowersRisk?.(subject.call) === true;
  const needsWindows = !isExit && (subject.kind === "swap" || subject.rule.evenWithShortWindow !== true);
  const isDelegated = ctx.executionMode === "delegated" && needsWindows;
  const { tokens, baseToken, pools } = pricedBy(subject);
  const deciding = [...tokens, ...(baseToken === undefined ? [] : [baseToken])];
  // What batch A read is judged before the shields compare with it, the rest with the simulation.
  const inBatch = deciding.filter((token) => pools.has(token));
  const windowsOf = (read: OraclePools, of: readonly Address[]) =>
    noteWindows(ctx, judgeOracleWindows(chain, read, { tokens: of, isDelegated }), { isExit });
  const first = windowsOf(pools, inBatch);
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
  const unnamed = unnamedTokens(limited?.buys ?? [], {
    ...{ limits: stored.limits, addresses: chain.addresses, baseToken, names: ctx.names },
  });
  const listed = judgeLimits(stored.limits, limited, chain.addresses);
  const named = noteCheck(ctx, "limits", listed.ok ? judgeTokens(ctx, unnamed) : listed, { instead: () => undefined });
  if (!named.ok) return refused(named);
  const unreadPools = oraclePools.with(chain.addresses, deciding).filter((token) => !pools.has(token));
  const move = subject.kind === "call" ? navMoveOf(ctx, subject, stored.settings) : undefined;
  const prices = { prices: stored.venuePrices ?? [], wrappedNative: chain.addresses.wrappedNative };
  const [simulation, values, checked, effect, limits, holdings] = await Promise.all([
    simulateCall(chain, {
      vault: ctx.vault,
      owner: plan.facts.owner,
      block: plan.facts.block.number,
      ...{ sender, data, inner, unreadPools },
    }),
    readSwapValues(chain, ctx.vault, plan, built.value.swap),
    checkOf(ctx, subject),
    readNavEffect(chain, ctx.vault, move, plan.facts.block.number, prices),
    spendOfCall(ctx, stored.limits, limited, { block: plan.facts.block.number, prices }),
    readHoldings(chain, ctx.vault, plan.facts),
  ]);
  const { movesAssets } = built.value;
  const lifts = mayLift(subject, limited, values);
  const held = measureCall(ctx, simulation, { stored, prices, holdings, isExit, mayLift: lifts });
  const facts: Partial<CheckFacts> = {
    ...{ ctx, plan, isExit, needsWindows, deciding, pools: new Map([...pools, ...simulation.pools]) },
    ...{ data, agent, builtSwap: built.value.swap, movesAssets, prices, simulation, values, measured: held },
    ...{ checked, effectRead: effect, spendRead: limits },
  };
  const passed = runChecks(ctx, "simulated", facts);
  if (!passed.ok) return refused(passed);
  const { run, spend, bounded = {}, windows: { windowSec: oracleWindowSec, short } = UNKNOWN } = facts;
  const { nav = null, swap: valued = built.value.swap } = facts;
  // A call that does not run has no gas to go on with.
  if (run === undefined) return refused(passed.value.passed ?? unrun);
  const { beside, ...figures } = bounded;
  const unmeasured = isExit && movesAssets && nav === null ? [unmeasuredExit] : [];
  const lifted = lifts || held.refusesLift ? [] : liftWarning(nav);
  const warnings = [...(figures.warnings ?? []), ...unmeasured, ...unnamedWarnings(unnamed), ...lifted];
  const netBeforeBase = simulation.before.ok ? simulation.before.value.netTotalValue : 0n;
  const loss = heldLoss(nav, valued, netBeforeBase, beside?.worstPpb);
  const prepared: PreparedCall = {
    data,
    call: built.value.call,
    words: (places) => wordsOf(subject, built.value.call, places),
    sender,
    description: built.value.description,
    ownerOnly: built.value.ownerOnly,
    ...(isExit && { isExit }),
    deadlineSec: built.value.deadlineSec,
    swap: valued && {
      ...sharedAtHigh(valued, nav),
      market: marketOf(plan, valued, oracleWindowSec),
    },
    swapMeta: built.value.swapMeta,
    figures: {
      ...{ swapShield: built.value.swapShield, navShield: nav, ...figures, ...oracleWarning(short) },
      ...oracleAlone(prices, limited, stored.limits),
      ...(warnings.length > 0 && { warnings }),
    },
    facts: plan.facts,
    measured: held,
    prices,
    ...run,
    l1FeeWei: simulation.l1FeeWei,
    loss: loss && { ...loss, ...(isExit && { isExit: true }) },
    move,
    limits: spend,
    movesAssets,
    follow: subject.kind === "call" ? subject.rule.follow?.(subject.call, ctx) : undefined,
    ...(subject.kind === "call" &&
      subject.rule.boundByCheck && {
        recheck: (attemptId: string) => checkOf(ctx, subject, attemptId),
      }),
    perp: beside?.perp,
    navBefore: simulation.before.ok ? simulation.before.value.unitaryValue : null,
  };
  if (ctx.dryRun !== undefined) ctx.dryRun.call = prepared;
  if (ctx.seen !== undefined) ctx.seen.gas = { ...run, sender, l1FeeWei: simulation.l1FeeWei ?? 0n, head: plan.facts };
  return allow(prepared);
}

const UNKNOWN: OracleWindows = { windowSec: null, short: [] };
const unrun = refuse(
  "rpc_unavailable",
  "The chain could not simulate the transaction. Nothing was built; please try again.",
);

const builtCall = ({ plan, rule, ownerOnly, call, deadlineSec }: JudgedCall): Built => ({
  data: plan.data,
  call,
  ...(deadlineSec !== undefined && { deadlineSec }),
  swap: plan.swap,
  swapMeta: plan.swapMeta,
  swapShield: null,
  description: plan.description,
  ownerOnly,
  movesAssets: rule.movesAssets,
});

const wordsOf = (subject: Subject, call: VaultCall, places: CallPlaces): ReturnType<PreparedCall["words"]> => {
  if (subject.kind === "call") return subject.rule.words?.(subject.call, places);
  return call.kind === "swap" ? swapCallWords(call, places) : undefined;
};

const checkOf = async (ctx: ExecutionContext, subject: Subject, own?: string): Promise<Checked> =>
  (subject.kind === "call" && (await subject.rule.check?.(ctx, subject.call, subject.plan, own))) || allow({});
