import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

type Input = WriteCall & { streamId: string; operator: string; network: string };

/** Gives the place of a stream back before its time. */
export const closeEventStream = defineScript({
  name: "close-event-stream",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  for _, whose in ipairs({ 'operator:' .. input.operator, 'network:' .. input.network }) do
    call('ZREM', K.eventStreams(whose), input.streamId)
  end
  return {}
end`,
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  output: z.unknown(),
});
