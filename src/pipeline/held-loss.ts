import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import type { Beside } from "../kinds/check.ts";
import type { HeldLoss } from "../kinds/execution-context.ts";
import type { NavFigures, NavShieldResult } from "../kinds/execution-outcome.ts";
import { PARTS_PER_BILLION, smaller } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { worstCasePpb } from "../shields/worst-case-ppb.ts";
import { raiseLoss } from "../store/attempts/raise-loss.ts";
import { refusalOfLosses } from "./refusal-of-losses.ts";
import type { PreBroadcastCheck } from "./simulate-at-broadcast.ts";

/**
 * Loss held until the receipt: the simulated cost, or the calldata's worst where larger, which a
 * searcher may take. `worstPpb`: never simulated; `worstBase`: in part, so the larger counts
 * (decision D25). undefined: no assets move.
 */
export function heldLoss(
  nav: NavShieldResult | null,
  swap: AttemptSwap | null,
  netTotalValueBase: bigint,
  { worstPpb, worstBase = 0n }: Pick<Beside, "worstPpb" | "worstBase"> = {},
): HeldLoss | undefined {
  const simulated = lossPpb(nav);
  // No receipt corrects it either.
  if (simulated === undefined)
    return worstPpb === undefined ? undefined : { lossPpb: worstPpb, floorPpb: worstPpb };
  const wholeBase = valueAtHigh(nav, netTotalValueBase);
  const own = sharePpb(worstBase, wholeBase);
  const worst = swap?.valuation === undefined ? 0 : worstCasePpb(swap.valuation, swap, wholeBase);
  if (own > simulated && own > worst) return { lossPpb: own, floorPpb: own };
  return simulated > worst
    ? { lossPpb: simulated, floorPpb: simulated }
    : { lossPpb: worst, floorPpb: 0 };
}

function sharePpb(partBase: bigint, wholeBase: bigint): number {
  if (partBase <= 0n) return 0;
  if (wholeBase <= partBase) return Number(PPB);
  return Number((partBase * PPB + wholeBase - 1n) / wholeBase);
}

const { whole: PPB } = PARTS_PER_BILLION;

/**
 * Simulated loss in parts per billion of the value before, or of the lower confirmed value; rounded
 * up. A gain is 0; of a stated move the fee alone counts. undefined: not measured.
 */
export function lossPpb(nav: NavShieldResult | null): number | undefined {
  if (nav === null) return undefined;
  const stated = nav.basis === "unitaryValue" ? nav.stated?.perUnit : nav.stated?.amountBase;
  const before = BigInt(nav.before) - BigInt(stated ?? 0);
  const after = BigInt(nav.after);
  if (!nav.measured || before <= 0n || after >= before) return 0;
  const lower = nav.lower === undefined ? before : BigInt(nav.lower) - BigInt(stated ?? 0);
  if (lower <= 0n) return Number(PPB);
  const whole = smaller(lower, before);
  const ppb = ((before - after) * PPB + whole - 1n) / whole;
  return Number(ppb < PPB ? ppb : PPB);
}

/** Base for shares of loss, by venues' prices where lower (decisions D22 and D23). */
const valueAtHigh = (nav: NavShieldResult | null, netTotalValueBase: bigint) =>
  nav?.lower === undefined
    ? netTotalValueBase
    : (netTotalValueBase * BigInt(nav.lower)) / BigInt(nav.before);

/** Gives the receipt's loss the same base as the held loss. */
export function sharedAtHigh(swap: AttemptSwap, nav: NavFigures | null): AttemptSwap {
  if (swap.valuation === undefined) return swap;
  const netTotalValueBase = valueAtHigh(nav, BigInt(swap.valuation.netTotalValueBase)).toString();
  return { ...swap, valuation: { ...swap.valuation, netTotalValueBase } };
}

type Found = {
  heldPpb: number;
  /** Counted, but never refused (kinds/protocol.ts, lowersRisk). */
  isExit?: boolean | undefined;
  nav: NavShieldResult;
  before: PreBroadcastCheck["before"];
};

/** `budget`: it has room for the loss. `open`: the attempt may still be sent. */
export type RaisedLoss = { budget: Verdict; open: Verdict };

/**
 * Raises the held loss to the last look's, in one trip. Without room (loss_budget_exceeded) or with
 * an ended attempt nothing may be sent. @throws store_unavailable
 */
export async function raiseHeldLoss(
  deps: Deps,
  attempt: Attempt,
  { heldPpb, isExit, nav, before }: Found,
): Promise<RaisedLoss> {
  const found = heldLoss(nav, attempt.swap, before.ok ? before.value.netTotalValue : 0n);
  if (found === undefined || found.lossPpb <= heldPpb) return { budget: OK, open: OK };
  const loss: HeldLoss = { ...found, ...(isExit && { isExit: true }) };
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
  const raised = await raiseLoss.run(deps.redis, deps.keys, { ...call, attempt, loss });
  if (raised.ok) return { budget: OK, open: OK };
  if (raised.losses !== undefined) return { budget: refusalOfLosses(raised.losses), open: OK };
  return {
    budget: OK,
    open: refuse("conflict", "This transaction has ended already. Nothing was sent."),
  };
}

const OK = allow(undefined);
