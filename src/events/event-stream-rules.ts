/** How long a connection lasts, how many there are, and how often the store is asked (decision 318). */
export const EVENT_STREAM_RULES = {
  maxSec: 300,
  ofOperator: 3,
  ofNetwork: 10,
  /** The store is never read more often: 61 reads a connection, of a Worker's 1,000 subrequests. */
  everyMs: 5_000,
  /** Proxies end connections that are silent for longer than half a minute or so. */
  heartbeatMs: 15_000,
} as const;
