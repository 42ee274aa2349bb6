import type { ExecutionOutcome } from "../pipeline/execution-outcome.ts";

/** What became of a slice's or a NAV sync's run. `idle`: the sync compared, and had nothing to send, for the reason that it found. */
export type SliceRun = ExecutionOutcome | { status: "idle"; found: string };
