import { type CallOperation, OPERATION_TTL_MS } from "../../schemas/operation.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { allow } from "../lib/allow.ts";
import { formatUnits } from "../lib/format-units.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { Plan } from "../pipeline/plan.ts";
import type { PreparedCall } from "../pipeline/prepare-call.ts";
import { prepareForApproval } from "../pipeline/prepare-for-approval.ts";
import { operatorOf } from "../tools/operator-of.ts";
import type { ToolContext } from "../tools/tool.ts";
import { figureLines } from "./figure-lines.ts";
import { unlistedTokenLines } from "./unlisted-token-lines.ts";
import { writeDownOffer } from "./write-down-offer.ts";

type Offer = {
  tool: string;
  args: Record<string, unknown>;
  plan: Plan;
  /** Requested in the operator's own chat, whose answer shows it: no notification repeats it. */
  isShownInChat: boolean;
  /** Where a model proposed it: what it said in place of its operator, and what was filled in. */
  card?: readonly string[] | undefined;
};

/** Calldata that has less left than this is not worth an approval. */
const TIME_TO_SEND_SEC = 30;

/**
 * A delegated call of an operator in confirm mode, or one that a model proposed in any mode: judged as if it were sent now, written down whole, and sent only once its
 * operator approves it. Refuses as the execution would.
 */
export async function offerOperation(ctx: ToolContext, offer: Offer): Promise<Verdict<ToolResult>> {
  const prepared = await prepareForApproval(ctx, offer.plan);
  if (!prepared.ok) return prepared;
  const operation = operationOf(ctx, offer, prepared.value);
  const offered = await writeDownOffer(ctx, operation, offer.isShownInChat);
  const { expiresAtMs, dataHash, swapMeta } = operation;
  return allow({
    ...offered,
    data: {
      ...prepared.value.figures,
      expiresAt: expiresAtMs,
      dataHash,
      ...(swapMeta !== undefined && { swapMeta }),
    },
  });
}

function operationOf(ctx: ToolContext, { tool, args, plan, card }: Offer, call: PreparedCall): CallOperation {
  const { deps } = ctx;
  const createdAtMs = deps.clock.nowMs();
  const data = lowerHex(call.data);
  const untilMs = ((call.deadlineSec ?? Number.MAX_SAFE_INTEGER / 1_000) - TIME_TO_SEND_SEC) * 1_000;
  return {
    // 128 bits of two ids with more than 240 random ones.
    id: sha256Of(`${deps.newId()} ${deps.newId()}`).slice(0, 32),
    vault: lowerHex(ctx.vault),
    chainId: ctx.chainId,
    operator: lowerHex(operatorOf(ctx)),
    tool,
    arguments: args,
    data,
    dataHash: sha256Of(data),
    description: call.description,
    message: [
      `Waits for your approval: ${call.description}.`,
      // What nobody typed in these very words is told whole: what arrives, what it costs, where it goes.
      ...(card === undefined || plan.kind === "swap" ? [] : [plan.message]),
      ...(card ?? []),
      ...unlistedTokenLines(deps.chain(ctx.chainId).addresses, call.swap),
      ...boundLines(call),
      ...figureLines(call.figures),
    ].join("\n"),
    createdAtMs,
    expiresAtMs: Math.min(createdAtMs + OPERATION_TTL_MS, untilMs),
    ...(call.deadlineSec !== undefined && { deadlineSec: call.deadlineSec }),
    quote: quoteOf(plan),
    swap: call.swap,
    ...(call.swapMeta !== undefined && { swapMeta: call.swapMeta }),
  };
}

function quoteOf(plan: Plan): CallOperation["quote"] {
  if (plan.kind !== "swap") return null;
  const { venue, request, amountInBase, amountOutBase, limitBase } = plan.quote;
  const { tokenIn, tokenOut, mode, amountBase, slippageBps } = request;
  return {
    ...{ venue, tokenIn, tokenOut, mode, slippageBps },
    amountBase: amountBase.toString(),
    amountInBase: amountInBase.toString(),
    amountOutBase: amountOutBase.toString(),
    limitBase: limitBase.toString(),
  };
}

/** What the calldata enforces, read back from it. */
function boundLines({ swap }: PreparedCall): string[] {
  if (swap === null) return [];
  const least = `${formatUnits(BigInt(swap.minOutBase), swap.decimalsOut)} ${swap.symbolOut}`;
  const most = `${formatUnits(BigInt(swap.maxInBase), swap.decimalsIn)} ${swap.symbolIn}`;
  return [`At least ${least} arrive and at most ${most} leave, or it does not happen.`];
}
