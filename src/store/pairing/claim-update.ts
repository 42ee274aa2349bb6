import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPairing } from "./lua-pairing.ts";
import { PAIRING_KEYS } from "./pairing-keys.ts";

const REMEMBERED_MS = 3_600_000;

/**
 * Channels deliver at least once: one delivery within an hour is answered true. An update counts as
 * a word of its chat.
 */
export const claimUpdate = defineScript({
  name: "claim-update",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local key = K.channelUpdate(input.channel, int(input.updateId))
  local since = tonumber(get(key) or '')
  if since and now - since < ${REMEMBERED_MS} then return { claimed = false } end
  call('SET', key, int(now), 'EX', ${PAIRING_KEYS.channelUpdate.ttlSec})
  note_word(input.channel, input.chatId, now)
  return { claimed = true }
end`,
  encode: (input: WriteCall & { channel: string; updateId: number; chatId: string }) => input,
  declares: (keys, { channel, updateId, chatId }) => [
    keys.channelUpdate(channel, updateId),
    keys.chatOperators(channel, chatId),
  ],
  output: z.object({ claimed: z.boolean() }),
});
