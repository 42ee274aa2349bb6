import * as z from "zod";
import { namedGrant } from "../auth/agent-grant.ts";
import { hexHash, unixMs } from "../primitives.ts";
import { attemptStatus } from "./attempt.ts";
import { operationId } from "./operation.ts";
import { swapMeta } from "./unsigned-transaction.ts";

/** An operation as its operator reads it: what was asked for, and what became of it. */
export const shownOperation = () =>
  z.object({
    operationId,
    status: z
      .enum(["waiting", "expired", "approved", "rejected", "done", "refused"])
      .describe(
        "approved: being carried out, or held up; done: a transaction was sent or a change " +
          "made; refused: approved, and then refused.",
      ),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    description: z.string(),
    message: z
      .string()
      .describe("What the operator was shown: meaning, figures of the shields, until when."),
    createdAt: unixMs,
    expiresAt: unixMs.describe("The first ms at which it can no longer be approved."),
    grant: namedGrant.nullable().describe("By which an agent of the operator's asked for it."),
    swapMeta: swapMeta.nullable(),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
    answer: z.string().nullable().describe("What the change answered, once it was made."),
    transaction: z
      .object({ status: attemptStatus, hash: hexHash })
      .nullable()
      .describe("What was sent for it: the last hash that was signed, and what became of it."),
  });
