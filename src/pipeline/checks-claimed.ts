import { allow } from "../lib/verdict.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";

/** What a delegated call must have claimed in the store before it is signed. */
export const CHECKS_CLAIMED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "oracle_swap_hour", stage: "claimed" },
    needs: ["hour"],
    judge: ({ hour }) => (hour.ok ? allow({}) : hour),
  }),
];
