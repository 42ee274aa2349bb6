import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { PAIRING_KEYS } from "./pairing-keys.ts";

type Input = WriteCall & { updateId: number };

/** What is older than this is no longer acted on when it comes (LATE_AFTER_MS of src/telegram/read-update.ts is a quarter). */
const REMEMBERED_MS = 3_600_000;

/** Takes an update of the messaging channel, which delivers at least once: of all deliveries within an hour, one is answered true. */
export const claimUpdate = defineScript({
  name: "claim-update",
  effect: "write",
  uses: [],
  lua: `
local function main(input, now)
  local key = K.telegramUpdate(int(input.updateId))
  local since = tonumber(get(key) or '')
  if since and now - since < ${REMEMBERED_MS} then return { claimed = false } end
  call('SET', key, int(now), 'EX', ${PAIRING_KEYS.telegramUpdate.ttlSec})
  return { claimed = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { updateId }) => [keys.telegramUpdate(updateId)],
  output: z.object({ claimed: z.boolean() }),
});
