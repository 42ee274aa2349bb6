import type { CheckStage } from "../kinds/check.ts";
import type { Tables } from "../kinds/tables.ts";
import type { CallCheck } from "./check-facts.ts";

/** The row of a stage. Safe: each of it was made by `defineCheck`, over facts that execution knows by name. */
export const checksOfStage = async ({ checks }: Pick<Tables, "checks">, stage: CheckStage) =>
  (await checks[stage]()) as readonly unknown[] as readonly CallCheck[];
