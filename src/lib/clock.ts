/** Time as an input. Milliseconds of the Unix epoch. */
export type Clock = { nowMs(): number };
