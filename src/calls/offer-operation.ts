import type { Notification } from "../../schemas/notification.ts";
import { OPERATION_TTL_MS, type Operation } from "../../schemas/operation.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { allow } from "../lib/allow.ts";
import { formatUnits } from "../lib/format-units.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import type { Verdict } from "../lib/verdict.ts";
import { notifyNow } from "../notifications/notify-now.ts";
import type { Plan } from "../pipeline/plan.ts";
import type { PreparedCall } from "../pipeline/prepare-call.ts";
import { prepareForApproval } from "../pipeline/prepare-for-approval.ts";
import { openOperation } from "../store/operations/open-operation.ts";
import type { NewOutboxItem } from "../store/outbox/outbox-item.ts";
import { operatorOf } from "../tools/operator-of.ts";
import type { ToolContext } from "../tools/tool.ts";
import { figureLines } from "./figure-lines.ts";
import { unlistedTokenLines } from "./unlisted-token-lines.ts";

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
  const { deps } = ctx;
  const prepared = await prepareForApproval(ctx, offer.plan);
  if (!prepared.ok) return prepared;
  const operation = operationOf(ctx, offer, prepared.value);
  const { paired } = await ctx.stored();
  const isNotified = paired && !offer.isShownInChat;
  const opened = await openOperation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operation,
    notice: isNotified ? noticeOf(operation) : undefined,
  });
  if (!opened.ok) throw new Error("an operation's id came twice");
  if (isNotified) deps.defer("operation_told", notifyNow(deps, operation.operator));
  const { id: operationId, expiresAtMs, dataHash, swapMeta } = operation;
  return allow({
    operationId,
    message: `${operation.message}\n${howToApprove(operation, offer)}`,
    data: {
      ...prepared.value.figures,
      expiresAt: expiresAtMs,
      dataHash,
      ...(swapMeta !== undefined && { swapMeta }),
    },
  });
}

function operationOf(ctx: ToolContext, { tool, args, plan, card }: Offer, call: PreparedCall): Operation {
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

function quoteOf(plan: Plan): Operation["quote"] {
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

/** In a chat the answer has the buttons, and its reader a clock; elsewhere there is a route. */
function howToApprove({ expiresAtMs }: Operation, { isShownInChat }: Offer): string {
  const until = new Date(expiresAtMs).toISOString();
  return isShownInChat
    ? `Nothing was signed. Approve it until ${until.slice(11, 19)} UTC or reject it; after that, ask again.`
    : `Nothing was signed. Approve it until ${until} (its button, or POST /api/operations/approve with its id) or reject it; after that, ask again.`;
}

function noticeOf({ id, vault, chainId, operator, createdAtMs, message, expiresAtMs }: Operation): NewOutboxItem {
  const payload = {
    kind: "operation_waiting",
    id: `operation:${id}:waiting`,
    ...{ vault, chainId, operator },
    createdAt: createdAtMs,
    operationId: id,
    text: message.slice(0, 2_000),
    expiresAt: expiresAtMs,
  } as const satisfies Notification;
  return { id: payload.id, operator, dueMs: createdAtMs, payload };
}
