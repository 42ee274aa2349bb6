/** A chat speaks for an operator until nobody has written in it for so long (decision 541). */
export const PAIRING_LIMITS = { quietDays: 90, quietMs: 90 * 86_400_000 } as const;
