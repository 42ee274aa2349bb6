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
  /** Of a dry run, whose attempt is in no store: judges the budget with this loss. */
  judge?: ((loss: HeldLoss) => Promise<Verdict>) | undefined;
};

/**
 * The loss budget holds the larger of what it has and what a look right before sending found: more is judged and counted in one
 * trip, as much or less costs none. Refuses with loss_budget_exceeded: then nothing more of it may be sent.
 * @throws store_unavailable
 */
export async function raiseHeldLoss(
  deps: Deps,
  attempt: Attempt,
  { heldPpb, isExit, nav, before, judge }: Found,
): Promise<Verdict> {
  const found = heldLoss(nav, attempt.swap, before.ok ? before.value.netTotalValue : 0n);
  if (found === undefined || found.lossPpb <= heldPpb) return allow(undefined);
  const loss: HeldLoss = { ...found, ...(isExit && { isExit: true }) };
  if (judge !== undefined) return judge(loss);
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
  const raised = await raiseLoss.run(deps.redis, deps.keys, { ...call, attempt, loss });
  if (raised.ok) return allow(undefined);
  return raised.losses === undefined
    ? refuse("conflict", "This transaction has ended already. Nothing was sent.")
    : refusalOfLosses(raised.losses);
}
