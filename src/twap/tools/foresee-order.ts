import type { TwapOrder } from "../../../schemas/twap-order.ts";
import type { Draw } from "../../deps.ts";
import type { DryRun } from "../../kinds/execution-context.ts";
import type { SwapPlan } from "../../kinds/plan.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import { noteCheck } from "../../pipeline/run-checks.ts";
import { tryPlan } from "../../pipeline/try-plan.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import type { ToolContext } from "../../tools/tool.ts";
import { withinBounds } from "../../tools/within-bounds.ts";
import { movedBy } from "../../venues/moved-by.ts";
import { boundsOfOrder } from "../cut-of-order.ts";
import { sliceArguments } from "../decide-slice.ts";
import { type PlannedSlice, planOfOrder } from "../plan-of-order.ts";
import { sideOf } from "../state-of.ts";

const SHOWN_SLICES = 20;
const PARTS = 10_000n;

/**
 * Dry run of an order: its plan, its first slice now, the whole in one trade, and whether token and
 * gas last. Unanswered parts are left out.
 */
export async function foreseeOrder(
  ctx: ToolContext,
  order: TwapOrder,
  draw: Draw,
): Promise<Record<string, unknown>> {
  const plan = planOfOrder(order, draw);
  const { leftBase } = plan;
  const slices = plan.slices.filter(({ state }) => state === "to_come" || state === "late");
  const first = slices[0];
  if (first === undefined) return {};
  if (ctx.dryRun === undefined) throw new Error("an order is foreseen in a dry run alone");
  const executionMode = order.autoExecute ? "delegated" : "manual";
  const dryRun: DryRun = { checks: [] };
  const names = order.namedByCard ? [order.buyTokenAddress] : undefined;
  const own: ToolContext & { dryRun: DryRun } = { ...ctx, executionMode, dryRun, names };
  const [slice, whole] = await Promise.all([
    swapOf(own, order, first.amountBase),
    swapOf({ ...own, dryRun: undefined }, order, leftBase),
  ]);
  if (slice !== undefined) {
    // The order's own bounds might make it wait.
    const { mode } = slice.quote.request;
    const within = withinBounds.judge({ ...own, bounds: boundsOfOrder(order) }, slice.facts, {
      mode,
      ...slice.quote,
    });
    noteCheck(own, "order_bounds", within);
    await tryPlan(own, slice, { kind: "call" });
  }
  const refusal = dryRun.refusal;
  const funding = slice && fundingOf(order, { slice, dryRun, slices: slices.length, leftBase });
  const doubts = [
    ...cutOffBy(order, slices),
    ...(funding === undefined ? [] : shortagesOf(order, funding)),
    ...(refusal === undefined
      ? []
      : [`Its first slice would not be traded now: ${refusal.message}`]),
  ];
  return {
    ...(doubts.length > 0 && { doubts }),
    plan: {
      slices: slices.length,
      totalBase: leftBase.toString(),
      side: order.side,
      intervalMinutes: order.intervalMinutes,
      first: slices.slice(0, SHOWN_SLICES).map(({ number, amountBase, plannedMs }) => ({
        number,
        amountBase: amountBase.toString(),
        plannedMs,
      })),
      last: { ...slices.at(-1), amountBase: slices.at(-1)?.amountBase.toString() },
      ...(order.randomize !== undefined && { sizesAndTimesAreDrawn: true }),
    },
    firstSlice: {
      wouldSucceed: slice !== undefined && refusal === undefined,
      ...(refusal !== undefined && { refusal: { error: refusal.code, message: refusal.message } }),
      checks: dryRun.checks,
    },
    ...(slice !== undefined &&
      whole !== undefined && { atOnce: compared(order, { slice, whole, leftBase }) }),
    ...(funding !== undefined && { funding }),
  };
}

function cutOffBy(order: TwapOrder, slices: readonly PlannedSlice[]): string[] {
  const { expiresAt } = order;
  const late = slices.filter(({ state }) => state === "late");
  if (late.length === 0 || expiresAt === undefined) return [];
  const [symbol, decimals] = sideOf(order);
  const sum = (some: readonly PlannedSlice[]) =>
    some.reduce((total, { amountBase }) => total + amountBase, 0n);
  const amount = (some: readonly PlannedSlice[]) => formatUnits(sum(some), decimals);
  return [
    `Its end (${utcMinute(expiresAt)}) cuts off ${amount(late)} of ${amount(slices)} ` +
      `${symbol}: ${late.length} of ${slices.length} slices are planned for after it.`,
  ];
}

async function swapOf(
  ctx: ToolContext,
  order: TwapOrder,
  amountBase: bigint,
): Promise<SwapPlan | undefined> {
  const plan = await buildVaultSwap.plan({ ...ctx, amountBase }, sliceArguments(order, amountBase));
  noteCheck(ctx, "plan", plan);
  return plan.ok && plan.value.kind === "swap" ? plan.value : undefined;
}

type Compared = { slice: SwapPlan; whole: SwapPlan; leftBase: bigint };

function compared(
  { side }: TwapOrder,
  { slice, whole, leftBase }: Compared,
): Record<string, unknown> {
  const ofSlices =
    side === "sell"
      ? scaled(slice.quote.amountOutBase, leftBase, slice.quote.amountInBase)
      : scaled(movedBy(slice.quote).inBase, leftBase, slice.quote.amountOutBase);
  const ofWhole = side === "sell" ? whole.quote.amountOutBase : movedBy(whole.quote).inBase;
  const gain = side === "sell" ? ofSlices - ofWhole : ofWhole - ofSlices;
  const named =
    side === "sell"
      ? { boughtInSlicesBase: ofSlices.toString(), boughtAtOnceBase: ofWhole.toString() }
      : { spentInSlicesBase: ofSlices.toString(), spentAtOnceBase: ofWhole.toString() };
  return { ...named, betterBps: ofWhole === 0n ? null : Number((gain * PARTS) / ofWhole) };
}

const scaled = (amount: bigint, whole: bigint, part: bigint): bigint =>
  part === 0n ? 0n : (amount * whole) / part;

type Funding = { slice: SwapPlan; dryRun: DryRun; slices: number; leftBase: bigint };

function fundingOf(order: TwapOrder, { slice, dryRun, slices, leftBase }: Funding) {
  const { quote, facts } = slice;
  const neededBase =
    order.side === "sell" ? leftBase : scaled(movedBy(quote).inBase, leftBase, quote.amountOutBase);
  const { call, fees } = dryRun;
  const perSliceWei =
    call === undefined || fees === undefined
      ? undefined
      : call.gasUnits * fees.maxFeePerGas + (call.l1FeeWei ?? 0n);
  return {
    token: {
      symbol: order.sellSymbol,
      decimals: order.sellDecimals,
      neededBase: neededBase.toString(),
      balanceBase: facts.balanceInBase.toString(),
      lasts: facts.balanceInBase >= neededBase,
    },
    // The owner sends the slices of such an order.
    gas:
      order.autoExecute && perSliceWei !== undefined && call !== undefined
        ? {
            agent: call.sender,
            perSliceWei: perSliceWei.toString(),
            neededWei: (perSliceWei * BigInt(slices)).toString(),
            balanceWei: call.senderBalanceWei.toString(),
            lasts: call.senderBalanceWei >= perSliceWei * BigInt(slices),
          }
        : undefined,
  };
}

function shortagesOf(order: TwapOrder, { token, gas }: ReturnType<typeof fundingOf>): string[] {
  const amount = (base: string) =>
    `${formatUnits(BigInt(base), order.sellDecimals)} ${order.sellSymbol}`;
  const coin = (wei: string) => formatUnits(BigInt(wei), 18);
  return [
    ...(token.lasts
      ? []
      : [`It sells ${amount(token.neededBase)}, and the vault has ${amount(token.balanceBase)}.`]),
    ...(gas === undefined || gas.lasts
      ? []
      : [
          `Its slices may cost ${coin(gas.neededWei)} of the chain's coin, and the agent ` +
            `wallet has ${coin(gas.balanceWei)}.`,
        ]),
  ];
}
