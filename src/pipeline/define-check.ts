import type { Judged } from "../kinds/check.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { CallCheck, CheckFacts } from "./check-facts.ts";

type Given<N extends keyof CheckFacts> = Partial<CheckFacts> & Pick<CheckFacts, N>;

type Declared<N extends keyof CheckFacts> = Pick<CallCheck, "name" | "stage"> & {
  appliesTo?: CallCheck["appliesTo"];
  needs: readonly N[];
  judge(facts: Given<N>): Verdict<Judged<CheckFacts>>;
};

/** Types a check's `judge` by its `needs`. */
export const defineCheck = <N extends keyof CheckFacts>({
  appliesTo,
  ...check
}: Declared<N>): CallCheck => ({
  ...check,
  appliesTo: appliesTo ?? (() => true),
});

/** Gives nothing on. */
export const passed = (verdict: Verdict<unknown>): Verdict<Judged<CheckFacts>> =>
  verdict.ok ? allow({}) : verdict;

/** Gives a read on as the fact `name`. */
export const given = <N extends keyof CheckFacts>(
  name: N,
  read: Verdict<CheckFacts[N]>,
): Verdict<Judged<CheckFacts>> =>
  // Safe: the key is `name`.
  read.ok ? allow({ gives: { [name]: read.value } as Pick<CheckFacts, N> }) : read;
