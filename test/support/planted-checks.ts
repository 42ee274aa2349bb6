import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Tables } from "../../src/kinds/tables.ts";
import { allow, refuse } from "../../src/lib/verdict.ts";
import type { CallCheck } from "../../src/pipeline/check-facts.ts";
import { defineCheck } from "../../src/pipeline/define-check.ts";

// Safe: plant-check.ts puts them into the closed list.
const [AMOUNT, AMOUNT_NOW] = [
  "planted_amount",
  "planted_amount_now",
] as string[] as DryRunCheckName[];

/**
 * Two checks of the tests' own: what a swap sells may not be 7 USDC once it is built, nor 8 USDC
 * right before it is sent.
 */
export const plantedChecks: Record<"built" | "now", CallCheck> = {
  built: defineCheck({
    ...{ name: AMOUNT!, stage: "built" },
    appliesTo: ({ built }) => built?.swap != null,
    needs: ["built"],
    judge: ({ built: { swap } }) => judge(swap?.amountInBase, "7000000"),
  }),
  now: defineCheck({
    ...{ name: AMOUNT_NOW!, stage: "now" },
    appliesTo: ({ call }) => call?.swap != null,
    needs: ["call"],
    judge: ({ call: { swap } }) => judge(swap?.amountInBase, "8000000"),
  }),
};

/** A table with them: each behind the checks that its row has. */
export const withPlantedChecks = (checks: Tables["checks"]): Tables["checks"] => ({
  ...checks,
  built: async () => [...(await checks.built()), plantedChecks.built],
  now: async () => [...(await checks.now()), plantedChecks.now],
});

const judge = (soldBase: string | undefined, unlucky: string) =>
  soldBase === unlucky
    ? refuse("limit_exceeded", "This amount is sold by nobody here.", { soldBase })
    : allow({ figures: { soldBase, unlucky } });
