import * as z from "zod";
import { dryRunCheck } from "./dry-run-check.ts";

const figures = z.record(z.string(), z.unknown());
const refusal = z.object({ error: z.string(), message: z.string(), details: figures.optional() });

/** Amounts are strings in base units, losses in parts per billion (1 bps = 100,000). */
export const dryRunReport = z.object({
  wouldSucceed: z.boolean(),
  /** The write's outcome. */
  outcome: z.enum(["refused", "unsigned", "sent", "approval", "changed", "nothing"]),
  /** The refusal of the write: the first check that refuses. */
  refusal: refusal.optional(),
  checks: z.array(dryRunCheck),
  quote: figures.optional(),
  oracle: figures.optional(),
  nav: figures.optional(),
  gas: figures.optional(),
  limits: figures.optional(),
  lossBudget: figures.optional(),
  order: figures.optional(),
  /** The write's answer, without its transaction. */
  answer: z.object({ message: z.string().optional(), data: figures.optional() }).optional(),
});
export type DryRunReport = z.infer<typeof dryRunReport>;
