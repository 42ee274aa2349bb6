import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { WaitReason } from "../../schemas/orders/wait-reason.ts";
import { guarded } from "../attempts/guarded.ts";
import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { SeenFunds } from "../kinds/execution-context.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { OrderRun } from "../kinds/order-run.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { signerFees } from "../pipeline/signer-fees.ts";
import { noteShort } from "../store/orders/record-waiting.ts";
import { endSlice, type SliceEnd, waitSlice } from "./end-slice.ts";
import { SCHEDULE_LIMITS, type SubrequestPlan } from "./schedule-limits.ts";
import { trySlice } from "./try-slice.ts";

type Run = { leaseToken: number; tickMs: number; plan: SubrequestPlan };
/** `freedMs`: the end of the attempt that made it due, which dates its slice. */
export type OrderToRun = ClaimedOrder & { freedMs?: number };
type Unanswered = { claimed: OrderToRun; run: OrderRun };
type FirstEnd = SliceEnd | Unanswered;

/** A 429, 5xx or time-out; other answers concern the slice itself. */
const UNANSWERED: readonly ErrorCode[] = ["venue_unavailable", "rpc_unavailable"];

/**
 * Runs slices, one vault's in order. An unanswered one is tried again behind all others, under the
 * same lease, before it fails. Without room it is left to its lease.
 */
export async function runSlices(
  deps: Deps,
  orders: readonly OrderToRun[],
  run: Run,
): Promise<SliceEnd[]> {
  const untilMs = deps.clock.nowMs() + SCHEDULE_LIMITS.secondTryWithinMs;
  const claims = orders.map((claimed) => ({ claimed }));
  const firstEnds = await forEachVault(claims, (ofVault) => firstTries(deps, ofVault, run));
  const unanswered = firstEnds.filter((end) => typeof end !== "string");
  const ends = firstEnds.filter((end) => typeof end === "string");
  if (unanswered.length === 0) return ends;
  deps.log("slices_unanswered", { slices: unanswered.length });
  if (deps.clock.nowMs() < untilMs) await deps.sleep(SCHEDULE_LIMITS.secondTryAfterMs);
  const secondEnds = await forEachVault(unanswered, (ofVault) =>
    secondTries(deps, ofVault, { ...run, untilMs }),
  );
  return [...ends, ...secondEnds];
}

/** A vault has one agent wallet, so one nonce queue: its slices run one after another. */
async function forEachVault<T extends { claimed: OrderToRun }, R>(
  items: readonly T[],
  work: (ofVault: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  const vaults = Map.groupBy(items, ({ claimed }) => claimed.order.vaultAddress);
  return (await inParallel(SCHEDULE_LIMITS.vaultsAtOnce, [...vaults.values()], work)).flat();
}

const subrequestsOf = ({ tables }: Deps, { order }: ClaimedOrder) =>
  kindOf(tables.orderKinds, order).costs.reserves;

const nameOf = ({ order }: ClaimedOrder) => `${order.vaultAddress}:${order.id}`;

async function firstTries(
  deps: Deps,
  orders: readonly { claimed: OrderToRun }[],
  { leaseToken, tickMs: claimedMs, plan }: Run,
): Promise<FirstEnd[]> {
  const ends: FirstEnd[] = [];
  for (const { claimed } of orders) {
    const { endSubrequests } = SCHEDULE_LIMITS;
    const tickMs = claimed.freedMs ?? claimedMs;
    const seen: SeenFunds = {};
    const slice = plan.start(
      claimed.waits === undefined ? subrequestsOf(deps, claimed) : endSubrequests,
      () =>
        guarded(deps, nameOf(claimed), async (): Promise<FirstEnd> => {
          if (claimed.waits !== undefined) return waits(deps, claimed, claimed.waits, leaseToken);
          const run = await trySlice(deps, claimed, leaseToken, tickMs, seen);
          return isUnanswered(run)
            ? { claimed, run }
            : endSlice(deps, { claimed, run, leaseToken, tickMs, seen });
        }),
    );
    if (slice === undefined) return orders.map((_, index) => ends[index] ?? "skipped");
    ends.push((await slice) ?? "skipped");
    await guarded(deps, nameOf(claimed), () => tellShortages(deps, claimed, seen, plan));
  }
  return ends;
}

/**
 * Nothing was written down: with an intent there may be a transaction, and nothing is retried
 * around a broadcast.
 */
const isUnanswered = (run: OrderRun) =>
  run.status === "refused" && run.intent === undefined && UNANSWERED.includes(run.refusal.code);

async function waits(
  deps: Deps,
  { order, context }: ClaimedOrder,
  reason: WaitReason,
  leaseToken: number,
): Promise<SliceEnd> {
  await waitSlice(deps, { order, reason, paired: context.paired, leaseToken });
  return "skipped";
}

/** Too late or without room the first try counts: a lease must not run out over it. */
async function secondTries(
  deps: Deps,
  unanswered: readonly Unanswered[],
  { leaseToken, tickMs: claimedMs, plan, untilMs }: Run & { untilMs: number },
): Promise<SliceEnd[]> {
  const { endSubrequests } = SCHEDULE_LIMITS;
  const ends: SliceEnd[] = [];
  for (const { claimed, run: first } of unanswered) {
    const tickMs = claimed.freedMs ?? claimedMs;
    const seen: SeenFunds = {};
    const end = (run: OrderRun) => endSlice(deps, { claimed, run, leaseToken, tickMs, seen });
    const again = () =>
      guarded(deps, nameOf(claimed), async () =>
        end(await trySlice(deps, claimed, leaseToken, tickMs, seen)),
      );
    const asItWas = () => guarded(deps, nameOf(claimed), () => end(first));
    const isInTime = deps.clock.nowMs() < untilMs;
    const ending =
      (isInTime ? plan.start(subrequestsOf(deps, claimed), again) : undefined) ??
      plan.start(endSubrequests, asItWas);
    ends.push((await ending) ?? "skipped");
    await guarded(deps, nameOf(claimed), () => tellShortages(deps, claimed, seen, plan));
  }
  return ends;
}

/**
 * Tells shortages by the seen means, in one write when they change. A failure costs the warning
 * alone.
 */
export async function tellShortages(
  deps: Deps,
  { order, short }: Pick<ClaimedOrder, "order" | "short">,
  seen: SeenFunds,
  plan: SubrequestPlan,
): Promise<void> {
  const rules = await kindOf(deps.tables.orderKinds, order).rules();
  if (rules.shortagesOf === undefined) return;
  const fees = seen.gas && signerFees(order.chainId, seen.gas.head);
  const shortages = rules.shortagesOf(order, {
    swap: seen.swap,
    gas: seen.gas &&
      fees && {
        ...{ agent: seen.gas.sender, balanceWei: seen.gas.senderBalanceWei },
        perSliceWei: seen.gas.gasUnits * fees.maxFeePerGas + seen.gas.l1FeeWei,
      },
  });
  if (shortages === null || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
  const tell = () => noteShort.run(deps.redis, deps.keys, { ...call, order, shortages });
  await plan
    .start(SCHEDULE_LIMITS.warningSubrequests, tell)
    ?.catch((error: unknown) =>
      deps.log("shortage_not_told", { cause: error instanceof Error ? error.name : "unknown" }),
    );
}
