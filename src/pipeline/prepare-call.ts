import { isSwap, swapCallWords } from "../calldata/swap-calls.ts";
import type { CallPlaces } from "../kinds/call-places.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { type DebugCall, type Warning, warningOf } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import type { VaultCall } from "../kinds/vault-call.ts";
import { allow, type Refusal } from "../lib/verdict.ts";
import { type OracleWindows, oracleWarning } from "../vaults/judge-oracle-windows.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { readHoldings } from "../vaults/read-holdings.ts";
import { refusalOfUnconfirmed } from "../vaults/unconfirmed-prices.ts";
import { movedBy } from "../venues/moved-by.ts";
import { buildSwap } from "./build-swap.ts";
import type { Built } from "./built-swap.ts";
import type { CheckFacts } from "./checks/define-check.ts";
import { heldLoss, sharedAtHigh } from "./checks/held-loss.ts";
import { type JudgedCall, judgeCall } from "./checks/judge-call.ts";
import { limitedOf, unnamedWarnings } from "./checks/limited-of.ts";
import { liftWarning, mayLift } from "./checks/may-lift.ts";
import { firstRefusal, runChecks } from "./checks/run-checks.ts";
import { spendOfCall, spendOfGrant } from "./checks/spend-of-call.ts";
import { subjectOf } from "./checks/subject-of.ts";
import { marketOf, oracleAlone } from "./facts/market-of.ts";
import { measureCall } from "./facts/measure-call.ts";
import { agentOf } from "./facts/read-call-facts.ts";
import { readCoinPrice, readCoinWorth } from "./facts/read-coin-worth.ts";
import { navMoveOf, readNavEffect } from "./facts/read-nav-effect.ts";
import { readSwapValues } from "./facts/read-swap-values.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { simulateCall } from "./simulate-call.ts";

type PrepareRefusal = Refusal & { debugCall: DebugCall };

/**
 * From plan to prepared call through the stages of src/tables/checks.ts, in an order that no tool
 * changes. A refusal spares what comes later; everything unknown refuses. A dry run goes on as far
 * as its facts do.
 */
export async function prepareCall(
  ctx: ExecutionContext,
  plan: SwapPlan | CallPlan,
): Promise<{ ok: true; value: PreparedCall } | PrepareRefusal> {
  const chain = ctx.deps.chain(ctx.chainId);
  const facts: Partial<CheckFacts> = { ctx, plan, ...(plan.kind === "swap" && subjectOf(plan)) };
  if (plan.kind === "call") facts.decoded = await judgeCall(ctx, plan);
  else seeSwap(ctx, plan);
  const planned = await runChecks(ctx, "plan", facts);
  if (!planned.ok) return { ...planned, debugCall: { to: ctx.vault } };
  const { subject, isExit = false, priced, deciding = [] } = facts;
  if (subject === undefined || priced === undefined)
    return { ...firstRefusal(planned), debugCall: { to: ctx.vault } };

  if (subject.kind === "swap") facts.written = await buildSwap(ctx, subject);
  else facts.built = builtCall(subject);
  const [agent, stored] = await Promise.all([agentOf(ctx), ctx.stored()]);
  Object.assign(facts, { agent, stored });
  const sender = agent ?? plan.facts.owner;
  const checkedBytes = await runChecks(ctx, "built", facts);
  const { built } = facts;
  const refused = (refusal: Refusal): PrepareRefusal => ({
    ...refusal,
    debugCall: {
      to: ctx.vault,
      ...(built !== undefined && { from: sender, value: "0x0" as const, data: built.data }),
    },
  });
  if (!checkedBytes.ok) return refused(checkedBytes);
  if (built === undefined) return refused(firstRefusal(checkedBytes, planned));

  const { data, inner, movesAssets } = built;
  const { limited, unnamed } = limitedOf({ ctx, subject, priced, stored, built });
  const { pools } = priced;
  const unreadPools = oraclePools
    .with(chain.addresses, deciding)
    .filter((token) => !pools.has(token));
  const move = subject.kind === "call" ? navMoveOf(ctx, subject, stored.settings) : undefined;
  const prices = { prices: stored.venuePrices ?? [], wrappedNative: chain.addresses.wrappedNative };
  const [simulation, values, checked, effectRead, spendRead, grantRead, holdings, coin, coinWorth] =
    await Promise.all([
      simulateCall(chain, {
        vault: ctx.vault,
        owner: plan.facts.owner,
        block: plan.facts.block.number,
        ...{ sender, data, inner, unreadPools },
      }),
      readSwapValues(chain, ctx.vault, plan, built.swap),
      checkOf(ctx, subject),
      readNavEffect(chain, ctx.vault, move, plan.facts.block.number, prices),
      spendOfCall(ctx, stored.limits, limited, { block: plan.facts.block.number, prices }),
      spendOfGrant(ctx, limited, {
        baseToken: priced.baseToken,
        block: plan.facts.block.number,
        prices,
      }),
      readHoldings(chain, ctx.vault, plan.facts),
      readCoinPrice(ctx, plan),
      // The agent wallet pays the gas of what it sends.
      built.swap !== null && agent !== undefined && priced.baseToken !== undefined
        ? readCoinWorth(chain, ctx.vault, {
            baseToken: priced.baseToken,
            block: plan.facts.block.number,
          })
        : undefined,
    ]);
  const lifts = mayLift(subject, limited, values);
  const measured = measureCall(ctx, simulation, {
    stored,
    prices,
    holdings,
    isExit,
    mayLift: lifts,
  });
  Object.assign(facts, {
    ...{ pools: new Map([...pools, ...simulation.pools]), prices, simulation, values, measured },
    ...{ checked, effectRead, spendRead, grantRead },
  } satisfies Partial<CheckFacts>);
  const passed = await runChecks(ctx, "simulated", facts);
  if (!passed.ok) return refused(passed);
  const {
    run,
    spend,
    bounded = {},
    windows: { windowSec: oracleWindowSec, short } = UNKNOWN,
  } = facts;
  const { nav = null, swap: valued = built.swap } = facts;
  if (run === undefined) return refused(firstRefusal(passed));
  const { beside, ...figures } = bounded;
  const unmeasured = isExit && movesAssets && nav === null ? [unmeasuredExit] : [];
  const lifted = lifts || measured.refusesLift ? [] : liftWarning(nav);
  const moved = move && refusalOfUnconfirmed(measured.unconfirmed, ctx.chainId);
  const warnings = [
    ...(figures.warnings ?? []),
    ...unmeasured,
    ...unnamedWarnings(unnamed),
    ...lifted,
    ...(moved ? [warningOf(moved)] : []),
  ];
  const netBeforeBase = simulation.before.ok ? simulation.before.value.netTotalValue : 0n;
  const loss = heldLoss(nav, valued, netBeforeBase, beside);
  const prepared: PreparedCall = {
    data,
    call: built.call,
    words: (places) => wordsOf(subject, built.call, places),
    sender,
    description: built.description,
    ownerOnly: built.ownerOnly,
    ...(isExit && { isExit }),
    deadlineSec: built.deadlineSec,
    swap: valued && {
      ...sharedAtHigh(valued, nav),
      market: marketOf(plan, valued, oracleWindowSec, { coin, coinWorth }),
    },
    swapMeta: built.swapMeta,
    figures: {
      ...{ swapShield: built.swapShield, navShield: nav, ...figures, ...oracleWarning(short) },
      ...oracleAlone(prices, limited, stored.limits),
      ...(warnings.length > 0 && { warnings }),
    },
    facts: plan.facts,
    measured,
    prices,
    ...run,
    l1FeeWei: simulation.l1FeeWei,
    loss: loss && { ...loss, ...(isExit && { isExit: true }) },
    move,
    limits: spend,
    ...(facts.granted !== undefined && { granted: facts.granted }),
    movesAssets,
    follow: subject.kind === "call" ? subject.rule.follow?.(subject.call, ctx) : undefined,
    ...(subject.kind === "call" &&
      subject.rule.boundByCheck && {
        recheck: (attemptId: string) => checkOf(ctx, subject, attemptId),
      }),
    perp: beside?.perp,
    navBefore: simulation.before.ok ? simulation.before.value.unitaryValue : null,
  };
  if (ctx.seen !== undefined)
    ctx.seen.gas = { ...run, sender, l1FeeWei: simulation.l1FeeWei ?? 0n, head: plan.facts };
  return allow(prepared);
}

const UNKNOWN: OracleWindows = { windowSec: null, short: [] };

function seeSwap({ seen }: ExecutionContext, { quote, facts }: SwapPlan): void {
  if (seen === undefined) return;
  seen.swap = {
    ...{ balanceInBase: facts.balanceInBase, amountInBase: movedBy(quote).inBase },
    // An order counts a slice by the requested amount, even where more arrives.
    amountOutBase: quote.amountOutBase,
  };
}

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

const wordsOf = (
  subject: CheckFacts["subject"],
  call: VaultCall,
  places: CallPlaces,
): ReturnType<PreparedCall["words"]> => {
  if (subject.kind === "call") return subject.rule.words?.(subject.call, places);
  return isSwap(call) ? swapCallWords(call, places) : undefined;
};

const checkOf = async (
  ctx: ExecutionContext,
  subject: CheckFacts["subject"],
  own?: string,
): Promise<Checked> =>
  (subject.kind === "call" && (await subject.rule.check?.(ctx, subject.call, subject.plan, own))) ||
  allow({});

/** For a way out whose effect on the NAV the vault refused to compute (measure-nav.ts). */
const unmeasuredExit: Warning = {
  code: "nav_shield_blocked",
  message:
    "Warning: the vault's NAV cannot be measured now, so what this does to it was not " +
    "compared. A way out is not held up by that.",
};
