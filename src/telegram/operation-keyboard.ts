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

/** As if its operator had written them: 60 plain characters at most. read-update.ts reads it. */
export const sayButton = (text: string, words: string): ChatButtons[number][number] => ({
  text,
  callback_data: `${SAY_MARK}${words}`,
});

/** Before the words of a button. */
export const SAY_MARK = "say:";

/** Longer calldata is no use in a chat. */
export const MAX_DATA_CHARS = 8_000;
