import type { ChatButtons } from "../../schemas/chat-buttons.ts";

/** As if its operator had written them: 60 plain characters at most. read-update.ts reads it. */
export const sayButton = (text: string, words: string): ChatButtons[number][number] => ({
  text,
  callback_data: `${SAY_MARK}${words}`,
});

/** Before the words of a button. */
export const SAY_MARK = "say:";

/** Longer calldata is no use in a chat. */
export const MAX_DATA_CHARS = 8_000;
