import { type CallOperation, OPERATION_TTL_MS } from "../../schemas/operation.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { Plan } from "../kinds/plan.ts";
import { isNative, lowerHex } from "../lib/normalize-address.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { prepareForApproval } from "../pipeline/prepare-for-approval.ts";
import type { PreparedCall } from "../pipeline/prepared-call.ts";
import type { ToolContext } from "../tools/tool.ts";
import { cardBy, operationBase } from "./card-by.ts";
import { cardOf } from "./card-of.ts";
import { namesOf, writeDownOffer } from "./write-down-offer.ts";

type Offer = {
  tool: string;
  args: Record<string, unknown>;
  plan: Plan;
  /** Its answer shows it in the operator's chat, so it is not notified. */
  isShownInChat: boolean;
  /** A model's words for its operator, and what was filled in. */
  card?: readonly string[] | undefined;
};

/** Calldata with less time left is not worth an approval. */
const TIME_TO_SEND_SEC = 30;

/**
 * Judges a call as if sent now and writes it down whole; it is sent once its operator approves.
 * Refuses as the execution would.
 */
export async function offerOperation(ctx: ToolContext, offer: Offer): Promise<Verdict<ToolResult>> {
  const offered = { unnamed: [] };
  const prepared = await prepareForApproval({ ...ctx, offered }, offer.plan);
  if (!prepared.ok) return prepared;
  const operation = { ...(await operationOf(ctx, offer, prepared.value)), ...namesOf(offered) };
  const { approveWith, ...written } = await writeDownOffer(ctx, operation, offer.isShownInChat);
  const { expiresAtMs, dataHash, swapMeta } = operation;
  return allow({
    ...written,
    data: {
      ...prepared.value.figures,
      expiresAt: expiresAtMs,
      dataHash,
      ...(approveWith && { approveWith }),
      ...(swapMeta !== undefined && { swapMeta }),
    },
  });
}

async function operationOf(
  ctx: ToolContext,
  { tool, args, plan, card }: Offer,
  call: PreparedCall,
): Promise<CallOperation> {
  const createdAtMs = ctx.deps.clock.nowMs();
  if (plan.kind === "owner")
    throw new Error("an owner's own calls are offered to nobody for approval");
  const { description, message } = await cardOf(ctx, call, plan, card);
  const data = lowerHex(call.data);
  const untilMs =
    ((call.deadlineSec ?? Number.MAX_SAFE_INTEGER / 1_000) - TIME_TO_SEND_SEC) * 1_000;
  return {
    ...operationBase(ctx),
    tool,
    arguments: args,
    data,
    dataHash: sha256Of(data),
    description,
    message: cardBy(ctx, message),
    createdAtMs,
    expiresAtMs: Math.min(createdAtMs + OPERATION_TTL_MS, untilMs),
    ...(call.deadlineSec !== undefined && { deadlineSec: call.deadlineSec }),
    quote: quoteOf(plan),
    swap: call.swap,
    ...(ctx.bounds?.maxGasPrice !== undefined && { maxGasPrice: ctx.bounds.maxGasPrice }),
    ...((ctx.bounds !== undefined || ctx.amountBase !== undefined) && { ofSlice: true as const }),
    ...(call.swapMeta !== undefined && { swapMeta: call.swapMeta }),
  };
}

function quoteOf(plan: Plan): CallOperation["quote"] {
  if (plan.kind !== "swap") return null;
  const { venue, request, amountInBase, amountOutBase, limitBase } = plan.quote;
  const { tokenIn, tokenOut, mode, amountBase, slippageBps } = request;
  return {
    venue,
    tokenIn,
    tokenOut,
    mode,
    slippageBps,
    amountBase: amountBase.toString(),
    amountInBase: amountInBase.toString(),
    amountOutBase: amountOutBase.toString(),
    limitBase: limitBase.toString(),
  };
}

/** A hook's code is anybody's, so it waits for a person (decision D48). */
export function setsUnnamedHook(planned: Verdict<Plan>, limits: VaultLimits | null): boolean {
  if (!planned.ok || planned.value.kind !== "call") return false;
  const { pool, expected } = planned.value;
  const isAdding = expected.kind === "lpMint" || expected.kind === "lpIncrease";
  return (
    isAdding &&
    pool !== undefined &&
    !isNative(pool.hooks) &&
    !limits?.hooks?.includes(lowerHex(pool.hooks))
  );
}
