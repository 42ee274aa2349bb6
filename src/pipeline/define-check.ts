import type { Judged } from "../kinds/check.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { CallCheck, CheckFacts } from "./check-facts.ts";

/** Needed facts are present, any other may be. */
type Given<N extends keyof CheckFacts> = Partial<CheckFacts> & Pick<CheckFacts, N>;

type Declared<N extends keyof CheckFacts> = Pick<CallCheck, "name" | "stage"> & {
  /** Default: always. */
  appliesTo?: CallCheck["appliesTo"];
  needs: readonly N[];
  judge(facts: Given<N>): Verdict<Judged<CheckFacts>>;
};

/** Types a check's `judge` by its `needs`. */
export const defineCheck = <N extends keyof CheckFacts>({ appliesTo, ...check }: Declared<N>): CallCheck => ({
  ...check,
  appliesTo: appliesTo ?? (() => true),
});
