import type { ChatButtons } from "../../schemas/chat-buttons.ts";

/** `reply_markup` of sendMessage (core.telegram.org/bots/api#inlinekeyboardmarkup). */
export type InlineKeyboard = { inline_keyboard: ChatButtons };

/** `callback_data` has 64 bytes; "approve:" takes eight. */
const OPERATION_ID = /^[A-Za-z0-9_-]{1,55}$/;

/** read-update.ts reads what they send. */
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
