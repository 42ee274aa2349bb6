/** In basis points of what leaves. Source: docs/facts/across.md 1. */
export const BRIDGE_LIMITS = { whole: 10_000n, maxFee: 200n } as const;
