import * as z from "zod";
import { hexAddress, hexData } from "./primitives.ts";

/** Needs of a delegated trade in the order of their setup. */
const STEPS = ["signature", "delegation", "coin", "limits", "mode", "unfrozen"] as const;

const readinessStep = z.object({
  step: z.enum(STEPS),
  state: z
    .enum(["ok", "missing", "unknown"])
    .describe("unknown: not looked at without the owner's signature."),
  required: z
    .boolean()
    .describe(
      "false: trades go without it; each then waits for approval (mode), or nothing bounds " +
        "them (limits).",
    ),
  message: z.string(),
  sign: z
    .string()
    .optional()
    .describe(
      "What the vault's owner signs, with the time of now in Unix ms in place of <authTimestamp>.",
    ),
  call: z
    .object({
      method: z.literal("POST"),
      path: z.string(),
      body: z.record(z.string(), z.unknown()),
    })
    .optional()
    .describe(
      "The next call, with the operator's fields beside those of `body`. It costs nothing.",
    ),
  transaction: z
    .object({ chainId: z.int(), to: hexAddress, value: hexData.describe("Wei."), data: hexData })
    .optional()
    .describe("The next transaction, from any wallet."),
});
export type ReadinessStep = z.infer<typeof readinessStep>;

/** A vault's missing steps to a delegated trade on one chain. */
export const readiness = z.object({
  ready: z.boolean().describe("Nothing that is required is missing."),
  next: z.enum(STEPS).nullable().describe("The first step that is not ok; null: all are."),
  chainId: z.int(),
  agentAddress: hexAddress
    .nullable()
    .describe("The vault's agent wallet. null: not looked at without the signature."),
  steps: z.array(readinessStep),
});
export type Readiness = z.infer<typeof readiness>;
