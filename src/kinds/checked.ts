import type { Verdict } from "../lib/verdict.ts";
import type { ShieldFigures } from "./execution-outcome.ts";

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
