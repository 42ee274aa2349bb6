import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import type { Beside } from "../kinds/check.ts";
import type { HeldLoss } from "../kinds/execution-context.ts";
import type { NavFigures, NavShieldResult } from "../kinds/execution-outcome.ts";
import { PARTS_PER_BILLION, smaller } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { worstCasePpb } from "../shields/worst-case-ppb.ts";
import { raiseLoss } from "../store/attempts/read-losses.ts";
import { refusalOfLosses } from "./refusal-of-losses.ts";
import type { PreBroadcastCheck } from "./simulate-at-broadcast.ts";

/**
 * What the loss budget holds for a call until its receipt is known: what its simulation cost, or the worst that its calldata
 * allows where that is more (a searcher who places transactions around it may take the difference). `netTotalValueBase`: of
 * the vault, in the state that was simulated. By its own check, where nothing of it happens in a simulation (`worstPpb`), or no more than a part
 * (`worstBase`: that part is in it, so the larger counts and never both; decision 526). undefined: the call moves no assets.
 */
export function heldLoss(
  nav: NavShieldResult | null,
  swap: AttemptSwap | null,
  netTotalValueBase: bigint,
  { worstPpb, worstBase = 0n }: Pick<Beside, "worstPpb" | "worstBase"> = {},
): HeldLoss | undefined {
  const simulated = lossPpb(nav);
  // What no simulation shows, no receipt corrects either.
  if (simulated === undefined) return worstPpb === undefined ? undefined : { lossPpb: worstPpb, floorPpb: worstPpb };
  const wholeBase = valueAtHigh(nav, netTotalValueBase);
  const own = sharePpb(worstBase, wholeBase);
  const worst = swap?.valuation === undefined ? 0 : worstCasePpb(swap.valuation, swap, wholeBase);
  if (own > simulated && own > worst) return { lossPpb: own, floorPpb: own };
  return simulated > worst ? { lossPpb: simulated, floorPpb: simulated } : { lossPpb: worst, floorPpb: 0 };
}

/** Rounded up; never more than all of it. */
function sharePpb(partBase: bigint, wholeBase: bigint): number {
  if (partBase <= 0n) return 0;
  if (wholeBase <= partBase) return Number(PPB);
  return Number((partBase * PPB + wholeBase - 1n) / wholeBase);
}

const { whole: PPB } = PARTS_PER_BILLION;

/**
 * By the NAV Shield's simulation, in parts per billion of the value before it (a fall below the 24-hour baseline is none of its own), or of
 * the lower confirmed value (judge-nav-shield.ts), rounded up. A gain is 0, and so is a vault without value. A stated move is no loss; its
 * fee is. undefined: the call moves no assets and was not measured.
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

/** Or by venues' prices, where lower: what a loss is a share of (decisions 400 and 491). */
const valueAtHigh = (nav: NavShieldResult | null, netTotalValueBase: bigint): bigint =>
  nav?.lower === undefined ? netTotalValueBase : (netTotalValueBase * BigInt(nav.lower)) / BigInt(nav.before);

/** The receipt's loss is a share of the same value as the loss that is held. */
export function sharedAtHigh(swap: AttemptSwap, nav: NavFigures | null): AttemptSwap {
  if (swap.valuation === undefined) return swap;
  const netTotalValueBase = valueAtHigh(nav, BigInt(swap.valuation.netTotalValueBase)).toString();
  return { ...swap, valuation: { ...swap.valuation, netTotalValueBase } };
}

type Found = {
  /** What is held for it, in parts per billion. */
  heldPpb: number;
  /** Counted, but no reason to refuse (kinds/call-rule.ts, lowersRisk). */
  isExit?: boolean | undefined;
  nav: NavShieldResult;
  before: PreBroadcastCheck["before"];
};

/** `budget`: whether it has room for what was found. `open`: whether the attempt is still one that may be sent. */
export type RaisedLoss = { budget: Verdict; open: Verdict };

/**
 * The loss budget holds the larger of what it has and what a look right before sending found: more is judged and counted in one
 * trip, as much or less costs none. Where the budget has no room (loss_budget_exceeded), or the attempt has ended, nothing more of it may be sent.
 * @throws store_unavailable
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
  return { budget: OK, open: refuse("conflict", "This transaction has ended already. Nothing was sent.") };
}

const OK = allow(undefined);
