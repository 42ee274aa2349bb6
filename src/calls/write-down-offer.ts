import type { Address } from "viem";
import { GRANT_LIMITS } from "../../schemas/agent-grant.ts";
import type { Notification } from "../../schemas/notification.ts";
import type { Operation } from "../../schemas/operation.ts";
import { grantNotValid } from "../auth/require-grant.ts";
import { AppError } from "../errors.ts";
import { notifyNow } from "../notifications/notify-now.ts";
import { openOperation } from "../store/operations/open-operation.ts";
import type { NewOutboxItem } from "../store/outbox/outbox-item.ts";
import type { ToolContext } from "../tools/tool.ts";
import { MAX_CARD_CHARS } from "./card-of.ts";

/**
 * Opens the operation and tells the operator's channel, unless the request's chat shows the answer.
 */
export async function writeDownOffer(
  ctx: ToolContext,
  operation: Operation,
  isShownInChat: boolean,
): Promise<{ operationId: string; message: string; approveWith?: "fresh" }> {
  const { deps } = ctx;
  const { paired, settings } = await ctx.stored();
  const isNotified = paired && !isShownInChat;
  const opened = await openOperation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operation,
    notice: isNotified ? noticeOf(operation) : undefined,
  });
  if (!opened.ok) throw notOpened(ctx, opened.code);
  if (isNotified) deps.defer("operation_told", notifyNow(deps, operation.operator));
  const isFresh = settings.approveWith === "fresh";
  const message = `${operation.message}\n${howToApprove(operation, isShownInChat, isFresh)}`;
  return { operationId: operation.id, message, ...(isFresh && { approveWith: "fresh" }) };
}

function notOpened({ deps }: ToolContext, code: "grant_ended" | "too_many" | undefined): Error {
  if (code === "grant_ended") return grantNotValid("ended", deps.grant);
  if (code !== "too_many") return new Error("an operation's id came twice");
  return new AppError(
    "rate_limited",
    `Of one grant ${GRANT_LIMITS.waiting} calls wait for the owner at most, and ` +
      `${GRANT_LIMITS.cardsPerHour} are asked in an hour.`,
    { retryAfterSec: 60 },
  );
}

/** A chat has buttons and a clock; elsewhere there is a route. */
function howToApprove(operation: Operation, isShownInChat: boolean, isFresh: boolean): string {
  const until = new Date(operation.expiresAtMs).toISOString();
  if (operation.grant !== undefined)
    return (
      `It waits until ${until} for the vault's owner, who approves or rejects it: no agent ` +
      "can. GET /api/operations tells."
    );
  const nothing = "data" in operation ? "Nothing was signed." : "Nothing was changed.";
  if (isFresh && !isShownInChat)
    return (
      `${nothing} Approve it until ${until}: by its button in your paired chat, or at POST ` +
      "/api/operations/approve with its id and a signature made for it (a 401 there shows " +
      "the text). Or reject it; after that, ask again."
    );
  return isShownInChat
    ? `${nothing} Approve it until ${until.slice(11, 19)} UTC or reject it; after that, ask again.`
    : `${nothing} Approve it until ${until} (its button, or POST /api/operations/approve ` +
        "with its id) or reject it; after that, ask again.";
}

function noticeOf({
  id,
  vault,
  chainId,
  operator,
  createdAtMs,
  message,
  expiresAtMs,
}: Operation): NewOutboxItem {
  const payload = {
    kind: "operation_waiting",
    id: `operation:${id}:waiting`,
    vault,
    chainId,
    operator,
    createdAt: createdAtMs,
    operationId: id,
    text: message.slice(0, MAX_CARD_CHARS),
    expiresAt: expiresAtMs,
  } as const satisfies Notification;
  return { id: payload.id, operator, dueMs: createdAtMs, payload };
}

/** Tokens that the approval names, for the record. */
export function namesOf({
  unnamed,
}: NonNullable<ToolContext["offered"]>): Pick<Operation, "names"> {
  const names: Address[] = [...new Set(unnamed)];
  return names.length === 0 ? {} : { names };
}
