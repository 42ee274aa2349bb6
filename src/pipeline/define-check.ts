import type { Judged } from "../kinds/check.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { CallCheck, CheckFacts } from "./check-facts.ts";

/** The facts that a check needs are there, any other may be. */
type Given<N extends keyof CheckFacts> = Partial<CheckFacts> & Pick<CheckFacts, N>;

type Declared<N extends keyof CheckFacts> = Pick<CallCheck, "name" | "stage"> & {
  /** Default: to every call that reaches its stage. */
  appliesTo?: CallCheck["appliesTo"];
  needs: readonly N[];
  judge(facts: Given<N>): Verdict<Judged<CheckFacts>>;
};

/** A check that is judged with what it says it needs, and is not judged without. */
export const defineCheck = <N extends keyof CheckFacts>({ appliesTo, ...check }: Declared<N>): CallCheck => ({
  ...check,
  appliesTo: appliesTo ?? (() => true),
});
