import type { CallOperation } from "../../schemas/operation.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { answerOf } from "../calls/answer-of.ts";
import { AppError } from "../errors.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { carryOut } from "../pipeline/carry-out.ts";
import { endOperation } from "../store/operations/end-operation.ts";
import type { ToolContext } from "../tools/tool.ts";
import { planOfOperation } from "./plan-of-operation.ts";

/**
 * Allowed to this call alone: both shields, the check of the calldata, the simulation and the seven
 * checks at the state of now, then one send. A refusal ends the operation: it is never sent later.
 * @throws AppError with the refusal's code
 */
export async function executeOperation(
  called: ToolContext,
  operation: CallOperation,
): Promise<ToolResult> {
  const { maxGasPrice } = operation;
  const ctx = maxGasPrice === undefined ? called : { ...called, bounds: { maxGasPrice } };
  const plan = await planOfOperation(ctx, operation);
  const outcome: ExecutionOutcome = plan.ok
    ? await carryOut({ ...ctx, names: operation.names }, plan.value, {
        kind: "operation",
        operationId: operation.id,
      })
    : { status: "refused", refusal: plan };
  if (outcome.status === "reverted") throw AppError.fromRefusal(outcome.refusal);
  if (outcome.status === "refused")
    throw AppError.fromRefusal(await refusedAndEnded(ctx, operation, outcome));
  return { tool: operation.tool, ...answerOf(outcome, planValue(plan)) };
}

const planValue = (plan: Verdict<SwapPlan | CallPlan>): SwapPlan | CallPlan | null =>
  plan.ok ? plan.value : null;

/** What was written down as an attempt has its own ending; everything else ends here. */
async function refusedAndEnded(
  { deps, requestId }: ToolContext,
  { id, operator, tool }: CallOperation,
  { refusal, intent }: Extract<ExecutionOutcome, { status: "refused" }>,
): Promise<Refusal> {
  const ended = {
    ...refusal,
    message: `${refusal.message} The operation has ended: ask again for a fresh one.`,
  };
  if (intent !== undefined) return ended;
  const ending = endOperation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operationId: id,
    operator,
    tool,
    refusal: ended,
  });
  // Unwritten, it ends by itself: an approval is good for a minute.
  await ending.catch((error: unknown) =>
    deps.log("operation_not_ended", {
      requestId,
      cause: error instanceof Error ? error.name : "unknown",
    }),
  );
  return ended;
}
