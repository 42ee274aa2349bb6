/**
 * When ticks come, and when one is missed. Source: decision D42 ("no tick came for two intervals").
 */
export const TICK_RULES = {
  /** Interval of the schedule that `npm run setup` makes. */
  intervalMs: 5 * 60_000,
  /** Longer without a tick is an outage, of which operators are notified. */
  lateAfterMs: 2 * 5 * 60_000,
  /**
   * From here on the Worker's own cron runs a tick: after the schedule has missed one, before that
   * is an outage.
   */
  watchdogAfterMs: 1.5 * 5 * 60_000,
} as const;
