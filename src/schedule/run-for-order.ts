import type { Address } from "viem";
import { ownerOnly } from "../auth/owner-only.ts";
import { readVaultOwner } from "../auth/read-vault-owner.ts";
import { toolOf } from "../calls/load-tools.ts";
import type { Actor } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { Purpose, SeenFunds } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { OrderCall } from "../kinds/order-run.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { executePlan } from "../pipeline/execute-plan.ts";
import { closedInput } from "../tools/closed-input.ts";
import type { ToolContext } from "../tools/tool.ts";

type Run = {
  vault: Address;
  actor: Extract<Actor, { kind: "system" }>;
  purpose: Purpose;
  seen?: SeenFunds;
};

/**
 * Runs an order's call by the way of every plan. A refusal, another owner or a silent part is an
 * outcome; a broken store is thrown. @throws store_unavailable
 */
export async function runForOrder(
  deps: Deps,
  call: OrderCall,
  run: Run,
): Promise<ExecutionOutcome> {
  try {
    return await carriedOut(deps, call, run);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "store_unavailable") throw error;
    const { code, message, details } = error;
    return refused({ ok: false, code, message, ...(details !== undefined && { details }) });
  }
}

async function carriedOut(
  deps: Deps,
  call: OrderCall,
  { vault, actor, purpose, seen }: Run,
): Promise<ExecutionOutcome> {
  const { chainId, context, requestId, executionMode, amountBase, bounds, names } = call;
  const { operator } = actor;
  const tool = unwrap(await toolOf(deps, call.tool));
  if (tool.effect !== "transaction")
    throw new Error(`${tool.name} sends nothing, and is an order's`);
  const input = closedInput(tool).safeParse(call.args);
  if (!input.success)
    return refused(refuse("invalid_request", `${tool.name} does not take this order's arguments.`));
  const owner = readVaultOwner(deps, chainId, vault, operator);
  const ctx: ToolContext = {
    ...{
      deps,
      requestId,
      chainId,
      vault,
      actor,
      operator,
      executionMode,
      amountBase,
      bounds,
      names,
    },
    ...{
      grant: context.grant,
      signedForm: undefined,
      slippageBps: undefined,
      stored: async () => context,
      owner: () => owner,
    },
    ...(seen && { seen }),
  };
  // Plans only read, so one may start before ownership is known.
  const planned = tool.plan(ctx, input.data);
  planned.catch(() => undefined);
  const owned = ownerOnly(await owner, ctx);
  if (!owned.ok) return refused(owned);
  const plan = await planned;
  if (!plan.ok) return refused(plan);
  if (plan.value.kind === "owner")
    throw new Error(`${tool.name} plans what only an owner sends, and is an order's`);
  return executePlan(ctx, plan.value, purpose);
}

const refused = (refusal: Refusal): ExecutionOutcome => ({ status: "refused", refusal });
