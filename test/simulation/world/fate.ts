import type { Fault } from "./fault.ts";

/** `again`: with a token of its own, as a retry has; `twice`: the very same delivery. */
export const FATES = [
  "at once",
  "late",
  "twice",
  "twice, once late",
  "again",
  "again, late",
  "never",
] as const;
/** What becomes of one message, and what goes wrong while its first delivery runs. */
export type Fate = { fate: (typeof FATES)[number]; lateSec: number; faults: Fault[] };
