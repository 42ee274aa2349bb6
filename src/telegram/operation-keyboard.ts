import type { ChatButtons } from "../../schemas/chat-buttons.ts";

/** What sendMessage takes as `reply_markup` (core.telegram.org/bots/api#inlinekeyboardmarkup). */
export type InlineKeyboard = { inline_keyboard: ChatButtons };

/** `callback_data` has 64 bytes; "approve:" takes eight, and the id is written as it is. */
const OPERATION_ID = /^[A-Za-z0-9_-]{1,55}$/;

/** The two buttons under an operation that waits for its operator. read-update.ts reads what they send. */
export function operationKeyboard(operationId: string): InlineKeyboard {
  if (!OPERATION_ID.test(operationId)) throw new Error("this operation id does not fit a button");
  return {
    inline_keyboard: [
      [
        { text: "✅ Approve", callback_data: `approve:${operationId}` },
        { text: "❌ Reject", callback_data: `reject:${operationId}` },
      ],
    ],
  };
}
