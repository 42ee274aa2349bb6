import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { networkOf } from "../lib/network-of.ts";
import { readEvents } from "../store/orders/read-events.ts";
import { closeEventStream } from "../store/payments/close-event-stream.ts";
import { openEventStream } from "../store/payments/open-event-stream.ts";
import { EVENT_STREAM_RULES } from "./event-stream-rules.ts";
import { eventsFor } from "./events-for.ts";
import { streamEvents } from "./stream-events.ts";

type Request = {
  operator: Address;
  vault: Address;
  chainId: ChainId;
  sinceMs: number | null;
  forSec: number;
  headers: Headers;
};

/**
 * In one of the places that operator and network have.
 * @throws invalid_request, rate_limited, store_unavailable, all before anything is said
 */
export async function holdEventStream(ctx: RequestContext, request: Request): Promise<void> {
  const { deps, say = () => undefined, isHeard = () => true } = ctx;
  const { redis, keys, clock, newId, sleep } = deps;
  const { operator, vault, chainId, sinceMs, forSec, headers } = request;
  const lastEventId = lastEventIdOf(headers);
  const of = { streamId: newId(), operator, network: networkOf(headers) };
  const untilMs = clock.nowMs() + forSec * 1_000;
  const { ofOperator, ofNetwork } = EVENT_STREAM_RULES;
  const most = { ofOperator, ofNetwork };
  const at = () => ({ requestId: newId(), nowMs: clock.nowMs() });
  const opened = await openEventStream.run(redis, keys, { ...at(), ...of, untilMs, most });
  if (!opened.ok)
    throw new AppError(
      "rate_limited",
      `At most ${ofOperator} streams of events of an operator and ${ofNetwork} of a network are open at once.`,
      { details: most, retryAfterSec: opened.retryAfterSec },
    );
  const read = async () => {
    const { events } = await readEvents.run(redis, keys, { nowMs: clock.nowMs(), vault });
    return eventsFor(deps.tables.orderKinds, events.toReversed(), chainId);
  };
  try {
    await streamEvents({ read, say, isHeard, clock, sleep }, { lastEventId, sinceMs, untilMs });
  } finally {
    // It is free when its time is over in any case.
    await closeEventStream.run(redis, keys, { ...at(), ...of }).catch(() => undefined);
  }
}

function lastEventIdOf(headers: Headers): string | undefined {
  const given = headers.get("last-event-id") ?? "";
  if (given === "") return undefined;
  if (/^[0-9]{1,16}-[0-9a-f]{12}$/.test(given)) return given;
  throw new AppError(
    "invalid_request",
    "The request is not valid. Last-Event-ID: must be the id of an event of this stream.",
  );
}
