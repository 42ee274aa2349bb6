import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";

type Input = WriteCall & {
  /** Of this connection alone. */
  streamId: string;
  operator: string;
  network: string;
  /** It ends by then, whether or not that is written down. */
  untilMs: number;
  most: { ofOperator: number; ofNetwork: number };
};

/** A place whose time is over is free. `ok: false`: operator or network has as many as it may. */
export const openEventStream = defineScript({
  name: "open-event-stream",
  effect: "write",
  uses: [],
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
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), retryAfterSec: z.int() }),
  ]),
});

type CloseEventStreamInput = WriteCall & { streamId: string; operator: string; network: string };

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
  encode: ({ operator, ...rest }: CloseEventStreamInput) => ({ ...rest, operator: operator.toLowerCase() }),
  output: z.unknown(),
});
