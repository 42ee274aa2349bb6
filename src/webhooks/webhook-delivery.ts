import { WEBHOOK_LIMITS } from "../../schemas/webhook-limits.ts";

export const WEBHOOK_DELIVERY = {
  /** What is published must name the very URL that its signature is checked for. */
  path: "/api/internal/webhooks",
  /** At once, and for those that failed last. Of a Worker's six connections two stay free. */
  places: { due: 3, retry: 1 },
  /** Notifications of one endpoint in a row, and for how long. */
  inARow: 5,
  inARowMs: WEBHOOK_LIMITS.timeoutMs,
  /** A turn's last delivery begins before `inARowMs` is over. */
  leaseMs: 60_000,
  /** At worst: the take, what became of it, and two questions to DNS and a request for each notification. */
  turnSubrequests: 2 + 5 * 3,
  subrequests: 900,
  forMs: 25_000,
  /** How often a delivery begins, and how many are under way at once. */
  slotMs: 5_000,
  atOnce: 3,
  /** 900 subrequests are 52 turns at worst. */
  endpointsOfOne: 50,
} as const;

/** This operator's endpoint at this URL, and no other. */
export const secretContext = (operator: string, url: string): string => `webhook|${operator.toLowerCase()}|${url}`;
