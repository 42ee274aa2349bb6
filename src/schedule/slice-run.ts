import type { ExecutionOutcome } from "../pipeline/execution-outcome.ts";

/**
 * What became of a slice's, a NAV sync's or a trigger order's run. `idle`: it looked, and had nothing to send, for the reason that it found. `written`:
 * it is written down already. `expired`: its order's end has come. `ending`: it comes before a transaction could be mined. `not_started`: its order's start has not come.
 */
export type SliceRun =
  | ExecutionOutcome
  | { status: "idle"; found: string }
  | { status: "written" }
  | { status: "expired" }
  | { status: "ending" }
  | { status: "not_started" };
