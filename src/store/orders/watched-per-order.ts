/** Per order that a claim may take: each executed slice is checked two or three times more while it is watched. */
export const WATCHED_PER_ORDER = 4;
