import type { Address } from "viem";
import type { Notification } from "../../schemas/notification.ts";
import type { Operation } from "../../schemas/operation.ts";
import { notifyNow } from "../notifications/notify-now.ts";
import { openOperation } from "../store/operations/open-operation.ts";
import type { NewOutboxItem } from "../store/outbox/outbox-item.ts";
import type { ToolContext } from "../tools/tool.ts";
import { MAX_CARD_CHARS } from "./card-of.ts";

/** And tells the operator's channel, unless the request came from there. `isShownInChat`: its answer shows it, so no notification repeats it. */
export async function writeDownOffer(
  ctx: ToolContext,
  operation: Operation,
  isShownInChat: boolean,
): Promise<{ operationId: string; message: string }> {
  const { deps } = ctx;
  const { paired } = await ctx.stored();
  const isNotified = paired && !isShownInChat;
  const opened = await openOperation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operation,
    notice: isNotified ? noticeOf(operation) : undefined,
  });
  if (!opened.ok) throw new Error("an operation's id came twice");
  if (isNotified) deps.defer("operation_told", notifyNow(deps, operation.operator));
  return { operationId: operation.id, message: `${operation.message}\n${howToApprove(operation, isShownInChat)}` };
}

/** In a chat the answer has the buttons, and its reader a clock; elsewhere there is a route. */
function howToApprove(operation: Operation, isShownInChat: boolean): string {
  const until = new Date(operation.expiresAtMs).toISOString();
  const nothing = "data" in operation ? "Nothing was signed." : "Nothing was changed.";
  return isShownInChat
    ? `${nothing} Approve it until ${until.slice(11, 19)} UTC or reject it; after that, ask again.`
    : `${nothing} Approve it until ${until} (its button, or POST /api/operations/approve with its id) or reject it; after that, ask again.`;
}

function noticeOf({ id, vault, chainId, operator, createdAtMs, message, expiresAtMs }: Operation): NewOutboxItem {
  const payload = {
    kind: "operation_waiting",
    id: `operation:${id}:waiting`,
    ...{ vault, chainId, operator },
    createdAt: createdAtMs,
    operationId: id,
    text: message.slice(0, MAX_CARD_CHARS),
    expiresAt: expiresAtMs,
  } as const satisfies Notification;
  return { id: payload.id, operator, dueMs: createdAtMs, payload };
}

/** Of what was tried for a card: the tokens that its approval names, for the operation's record. */
export function namesOf({ unnamed }: NonNullable<ToolContext["offered"]>): Pick<Operation, "names"> {
  const names: Address[] = [...new Set(unnamed)];
  return names.length === 0 ? {} : { names };
}
