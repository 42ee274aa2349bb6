import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { SAY_MARK } from "./say-mark.ts";

/** As if its operator had written them: 60 plain characters at most. read-update.ts reads it. */
export const sayButton = (text: string, words: string): ChatButtons[number][number] => ({
  text,
  callback_data: `${SAY_MARK}${words}`,
});
