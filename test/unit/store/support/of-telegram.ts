/** The outbox that the store's suites take from, and how much of it. */
export const OF_TELEGRAM = { channel: "telegram", most: { first: 20, later: 60 } };
