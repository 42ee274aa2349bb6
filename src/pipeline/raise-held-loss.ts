import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import type { HeldLoss } from "../kinds/dry-run.ts";
import type { NavShieldResult } from "../kinds/execution-outcome.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { raiseLoss } from "../store/attempts/raise-loss.ts";
import { heldLoss } from "./held-loss.ts";
import { refusalOfLosses } from "./refusal-of-losses.ts";
import type { PreBroadcastCheck } from "./simulate-at-broadcast.ts";

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
