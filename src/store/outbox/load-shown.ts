import * as z from "zod";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { absentToNull, storedJson } from "../kernel/stored-json.ts";
import { type ChatIn, shownMessage } from "./outbox-item.ts";

type Input = ReadCall & ChatIn;

/** The message that a chat was shown last, as far as that is known: not from a lease of its outbox on until that is settled. */
export const loadShown = defineScript({
  name: "load-shown",
  effect: "read",
  uses: [],
  lua: `
local function main(input)
  local text = get(K.chatShown(input.channel, input.chatId))
  return { shown = text and not cjson.decode(text).leaseMs and text or nil }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { channel, chatId }) => [keys.chatShown(channel, chatId)],
  output: z.object({ shown: absentToNull(storedJson(shownMessage)) }),
});
