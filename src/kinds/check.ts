import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * When a check is judged, in this order: with what the plan brought; once the call is built; at the block of its simulation; of a delegated
 * call also once its hour is claimed, before it is signed, by the script that writes it down, right before it is sent, and once the loss
 * budget holds what that found. What an earlier stage refuses is not read for, nor asked of a venue, by a later one.
 */
export type CheckStage = "plan" | "built" | "simulated" | "claimed" | "signed" | "written" | "now" | "held";

/** What a check compared, for people, and what those behind it go on with. */
export type Judged<Facts> = { figures?: object; gives?: Partial<Facts> };

/** One thing that a call must pass. It reads nothing and knows no dry run: it judges facts that are there, which execution knows by name. */
export type Check<Facts> = {
  name: DryRunCheckName;
  stage: CheckStage;
  /** Of the calls that reach its stage. */
  appliesTo(facts: Partial<Facts>): boolean;
  /** A write always has these facts; a dry run may have gone on past what gives one. */
  needs: readonly (keyof Facts)[];
  judge(facts: Partial<Facts>): Verdict<Judged<Facts>>;
};
