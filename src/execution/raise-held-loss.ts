import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { raiseLoss } from "../store/scripts/raise-loss.ts";
import type { HeldLoss } from "./held-loss.ts";
import { refusalOfLosses } from "./refusal-of-losses.ts";

/**
 * Counts what a look right before sending found in the loss budget, where that is more than what is held for the attempt.
 * Refuses with loss_budget_exceeded: then nothing more of it may be sent.
 * @throws store_unavailable
 */
export async function raiseHeldLoss(deps: Deps, attempt: Attempt, loss: HeldLoss): Promise<Verdict> {
  const raised = await raiseLoss.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    attempt,
    loss,
  });
  if (raised.ok) return allow(undefined);
  return raised.losses === undefined
    ? refuse("conflict", "This transaction has ended already. Nothing was sent.")
    : refusalOfLosses(raised.losses);
}
