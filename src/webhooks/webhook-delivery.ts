import { WEBHOOK_LIMITS } from "../../schemas/webhook-limits.ts";
import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { countWebhooks } from "../store/webhooks/count-webhooks.ts";

export const WEBHOOK_DELIVERY = {
  /** The published path must be the URL whose signature is checked. */
  path: "/api/internal/webhooks",
  /** Due and failed endpoints at once; of a Worker's six connections two stay free. */
  places: { due: 3, retry: 1 },
  inARow: 5,
  inARowMs: WEBHOOK_LIMITS.timeoutMs,
  /** A turn's last delivery begins before `inARowMs` is over. */
  leaseMs: 60_000,
  /** At worst: take, settlement, and for each notification two DNS questions and a request. */
  turnSubrequests: 2 + 5 * 3,
  subrequests: 900,
  forMs: 25_000,
  slotMs: 5_000,
  atOnce: 3,
  /** 900 subrequests are 52 turns at worst. */
  endpointsOfOne: 50,
} as const;

/** Binds a secret to this operator's endpoint at this URL. */
export const secretContext = (operator: string, url: string): string =>
  `webhook|${operator.toLowerCase()}|${url}`;

type RequestDeps = Pick<Deps, "redis" | "keys" | "clock" | "log" | "publisher">;

/**
 * Publishes webhook deliveries as Worker calls of their own, apart from ticks and chat. Nothing is
 * thrown: the next tick asks again. One request where none is due.
 */
export async function requestWebhooks({
  redis,
  keys,
  clock,
  log,
  publisher,
}: RequestDeps): Promise<void> {
  if (publisher === undefined) return;
  const { path, slotMs, atOnce, endpointsOfOne } = WEBHOOK_DELIVERY;
  try {
    const nowMs = clock.nowMs();
    const { due } = await countWebhooks.run(redis, keys, { nowMs });
    if (due === 0) return;
    const first = Math.floor(nowMs / slotMs) + 1;
    const deliveries = Math.min(atOnce, Math.ceil(due / endpointsOfOne));
    await publisher.publish(
      Array.from({ length: deliveries }, (_, index) => ({
        path,
        body: { slot: first, place: index },
        deduplicationId: `webhooks-${first}-${index}`,
        flow: { key: "sextant-webhooks", parallelism: atOnce },
        delaySec: Math.ceil((first * slotMs - nowMs) / 1_000),
      })),
    );
  } catch (error) {
    log("webhooks_not_requested", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
  }
}
