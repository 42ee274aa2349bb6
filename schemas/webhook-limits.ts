/** Limits of webhooks and their delivery (decision D62). */
export const WEBHOOK_LIMITS = {
  perOperator: 3,
  maxUrlChars: 500,
  /**
   * Registrations of an operator in an hour: each one asks for a name's addresses and sends a ping.
   */
  registrationsPerHour: 10,
  hourMs: 3_600_000,
  /** Notifications that one endpoint's queue keeps; the oldest makes room, and is counted. */
  maxWaiting: 500,
  /** Tries of one notification at an endpoint that takes others. */
  maxTries: 20,
  /** Bounds one delivery, answer included. */
  timeoutMs: 5_000,
  /** Without one success for so long, and with so many failures, an endpoint is switched off. */
  offAfterMs: 24 * 60 * 60_000,
  offAfterFailures: 10,
  /** Greatest age of a signed delivery at its receiver, and greatest lead of its clock. */
  toleranceSec: 300,
} as const;
