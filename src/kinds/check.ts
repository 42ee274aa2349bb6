import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { ShieldFigures } from "./execution-outcome.ts";
import type { ExitFigures } from "./unpriced-exit.ts";

/**
 * When a check is judged, in this order. Delegated calls alone reach `claimed` (their hour is
 * taken), `signed`, `written` (in the script), `now` (right before sending) and `held` (the loss
 * budget holds it). A stage that refuses spares later reads and venue calls.
 */
export type CheckStage =
  | "plan"
  | "built"
  | "simulated"
  | "claimed"
  | "signed"
  | "written"
  | "now"
  | "held";

/** Compared figures for people, and facts for the checks behind. */
export type Judged<Facts> = { figures?: object; gives?: Partial<Facts> };

/** One condition of a call: judges facts that are there, reads nothing, knows no dry run. */
export type Check<Facts> = {
  name: DryRunCheckName;
  stage: CheckStage;
  appliesTo(facts: Partial<Facts>): boolean;
  /** A write always has these facts; a dry run may lack them. */
  needs: readonly (keyof Facts)[];
  judge(facts: Partial<Facts>): Verdict<Judged<Facts>>;
};

/** Facts for the step that writes a call down; nobody is shown them. */
export type Beside = {
  /** Loss that no simulation shows, in parts per billion of the vault's value. */
  worstPpb?: number;
  /**
   * The most that a partly simulated loss can be, in base units of the base token; the larger one
   * is held.
   */
  worstBase?: bigint;
  /**
   * For perpetuals: the earlier orders that it was judged with (store/attempts/prepare-attempt.ts).
   */
  perp?: { isEntry: boolean; shown: readonly string[]; counted: readonly string[] };
  /** Absent: its price is not known here, and an agent's grant does not send it. */
  exit?: ExitFigures;
};

/** A call's own check. */
export type Checked = Verdict<Partial<ShieldFigures> & { beside?: Beside }>;
