import { WEBHOOK_LIMITS } from "../../schemas/webhook-limits.ts";

/** How webhooks are delivered, and how much one Worker call takes on. */
export const WEBHOOK_DELIVERY = {
  /** The endpoint that runs one delivery: what is published must name the very URL that its signature is checked for. */
  path: "/api/internal/webhooks",
  /** Endpoints sent to at once, and of those that failed last, which are never in the others' way. Of a Worker's six connections two stay free. */
  places: { due: 3, retry: 1 },
  /** Notifications of one endpoint in a row, and for how long, before others have their turn. */
  inARow: 5,
  inARowMs: WEBHOOK_LIMITS.timeoutMs,
  /** Longer than a turn takes: its last delivery begins before `inARowMs` is over. */
  leaseMs: 60_000,
  /** A turn at worst: the take, what became of it, and two questions to DNS and a request for each notification. */
  turnSubrequests: 2 + 5 * 3,
  subrequests: 900,
  forMs: 25_000,
  /** A delivery begins every so often, and so many are under way at once. */
  slotMs: 5_000,
  atOnce: 3,
  /** Endpoints for which one delivery is requested: 900 subrequests are 52 turns at worst. */
  endpointsOfOne: 50,
} as const;
