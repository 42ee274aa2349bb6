/** A channel that holds no test up: 1,000 messages at once. */
export const FREE_PACE = { everyMs: 1, atOnce: 1_000 };
