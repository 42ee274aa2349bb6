import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";

type Input = WriteCall & {
  streamId: string;
  operator: string;
  network: string;
  /** The stream ends by then, even if nobody writes it down. */
  untilMs: number;
  most: { ofOperator: number; ofNetwork: number };
};

/** Takes a place until its time is over. `ok: false`: operator or network has no place left. */
export const openEventStream = defineScript({
  name: "open-event-stream",
  lua: `
local function main(input, now)
  local places = {
    { key = K.eventStreams('operator:' .. input.operator), most = input.most.ofOperator },
    { key = K.eventStreams('network:' .. input.network), most = input.most.ofNetwork },
  }
  for _, place in ipairs(places) do
    call('ZREMRANGEBYSCORE', place.key, '-inf', int(now))
    if call('ZCARD', place.key) >= place.most then
      local first = call('ZRANGE', place.key, 0, 0, 'WITHSCORES')
      return { ok = false, retryAfterSec = math.ceil((tonumber(first[2]) - now) / 1000) }
    end
  end
  for _, place in ipairs(places) do
    call('ZADD', place.key, int(input.untilMs), input.streamId)
    call('EXPIRE', place.key, ${PAYMENT_KEYS.eventStreams.ttlSec})
  end
  return { ok = true }
end`,
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  output: okOr({}, { retryAfterSec: z.int() }),
});

/** Gives a place back early. */
export const closeEventStream = defineScript({
  name: "close-event-stream",
  lua: `
local function main(input)
  for _, whose in ipairs({ 'operator:' .. input.operator, 'network:' .. input.network }) do
    call('ZREM', K.eventStreams(whose), input.streamId)
  end
  return {}
end`,
  encode: ({
    operator,
    ...rest
  }: WriteCall & { streamId: string; operator: string; network: string }) => ({
    ...rest,
    operator: operator.toLowerCase(),
  }),
  output: z.unknown(),
});
