import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * When a check is judged, in this order: with what the plan brought; once the call is built; at the block of its simulation; right before it
 * is sent. What an earlier stage refuses is not read for, nor asked of a venue, by a later one.
 */
export type CheckStage = "plan" | "built" | "simulated" | "now";

/** What a check compared, for people, and what those behind it go on with. */
export type Judged<Facts> = { figures?: object; gives?: Partial<Facts> };

/** One thing that a call must pass. It reads nothing and knows no dry run: it judges facts that are there, which execution knows by name. */
export type Check<Facts> = {
  name: DryRunCheckName;
  stage: CheckStage;
  /** Of the calls that reach its stage. */
  appliesTo(facts: Partial<Facts>): boolean;
  /** Facts without which it says nothing. A write always has them; a dry run may have gone on past what gives one. */
  needs: readonly (keyof Facts)[];
  judge(facts: Partial<Facts>): Verdict<Judged<Facts>>;
};
