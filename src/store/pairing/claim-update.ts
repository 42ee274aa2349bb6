import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPairing } from "./lua-pairing.ts";
import { PAIRING_KEYS } from "./pairing-keys.ts";

/** `chatId`: where it was written. */
type Input = WriteCall & { channel: string; updateId: number; chatId: string };

/** What is older than this is no longer acted on when it comes. */
const REMEMBERED_MS = 3_600_000;

/**
 * Takes an update of a channel, which delivers at least once: of all deliveries within an hour, one is answered true. It is a word of
 * its chat, which goes on speaking for its operators.
 */
export const claimUpdate = defineScript({
  name: "claim-update",
  effect: "write",
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
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { channel, updateId, chatId }) => [
    keys.channelUpdate(channel, updateId),
    keys.chatOperators(channel, chatId),
  ],
  output: z.object({ claimed: z.boolean() }),
});
