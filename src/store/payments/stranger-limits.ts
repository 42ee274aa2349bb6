/**
 * Decision 170: requests to chain or facilitator that end in a refusal, by network: an IPv4 address or an IPv6 /64. Where many networks fail
 * at once each may cause less, so that a thousand of them cost no more than a few. A payer that has paid within a month is never counted.
 */
export const STRANGER_LIMITS = {
  windowMs: 600_000,
  perNetwork: 20,
  pressedAt: 1_000,
  perNetworkPressed: 2,
  paidWithinMs: 30 * 86_400_000,
  /** How long the store knows a repeat of what they had it run. */
  rememberedSec: 60,
} as const;
