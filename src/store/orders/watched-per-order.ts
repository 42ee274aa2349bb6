/** Ended attempts that one claim looks at per order it may take: each executed slice is checked two or three times more while it is watched. */
export const WATCHED_PER_ORDER = 4;
