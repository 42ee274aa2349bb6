import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { ShieldFigures } from "./execution-outcome.ts";

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

/** What the step that writes a call down needs of its check, and nobody is shown. */
export type Beside = {
  /** Where no simulation shows it, in parts per billion of the vault's value. */
  worstPpb?: number;
  /** The same loss that a simulation shows in part, at most, in base units of the vault's base token: the larger of both is held. */
  worstBase?: bigint;
  /** Of what a vault's perpetual positions decide: the earlier orders that it was judged with (store/attempts/prepare-attempt.ts). */
  perp?: { isEntry: boolean; shown: readonly string[]; counted: readonly string[] };
};

/** What a call's own check gives: figures for people, and what stands beside them. */
export type Checked = Verdict<Partial<ShieldFigures> & { beside?: Beside }>;
