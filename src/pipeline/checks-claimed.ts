import type { Check } from "../kinds/check.ts";
import { allow } from "../lib/verdict.ts";
import { defineCheck } from "./define-check.ts";

/** What a delegated call must have claimed in the store before it is signed. */
export const CHECKS_CLAIMED: readonly Check[] = [
  defineCheck({
    ...{ name: "oracle_swap_hour", stage: "claimed" },
    needs: ["hour"],
    judge: ({ hour }) => (hour.ok ? allow({}) : hour),
  }),
];
