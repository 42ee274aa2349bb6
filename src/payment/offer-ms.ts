/** How long a signed offer holds, and how much of that its reader has at least. */
export const OFFER_MS = { valid: 600_000, left: 300_000 } as const;
