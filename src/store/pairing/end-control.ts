import type { Address } from "viem";
import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import type { ChatIn } from "../outbox/outbox-item.ts";
import { luaPairing } from "./lua-pairing.ts";

type Input = WriteCall & ChatIn & { operator: Address };

/**
 * A chat gives up speaking for an operator, as if nobody had written in it for long; its notices go on. `changed: false`: it did not
 * speak for that operator.
 */
export const endControl = defineScript({
  name: "end-control",
  effect: "write",
  uses: [luaPairing],
  lua: `
local function main(input, now)
  local pairing = pairing_of(input.channel, input.operator)
  if not pairing or pairing.chatId ~= input.chatId or not speaks(pairing, now) then return { changed = false } end
  pairing.wordAtMs = nil
  call('SET', K.pairing(input.channel, input.operator), cjson.encode(pairing))
  return { changed = true }
end`,
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  declares: (keys, { channel, operator }) => [keys.pairing(channel, operator)],
  output: z.object({ changed: z.boolean() }),
});
