import * as z from "zod";
import { operation, operationStatus } from "../../../schemas/operation.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { absentToNull, storedJson } from "../kernel/stored-json.ts";

/** `operation_view` of lua-operations.ts. */
export const storedOperation = z.object({
  operation: storedJson(operation),
  status: operationStatus,
  /** In the words of the answer to its operator. */
  refusal: absentToNull(storedJson(z.object({ code: z.string(), message: z.string() }))),
  /** What the change answered, once it was made. */
  answer: absentToNull(storedJson(z.object({ message: z.string() }))),
  /** The record is null once it is too old to be kept. */
  attemptId: absentToNull(z.string()),
  attempt: absentToNull(storedAttempt),
  /** Approved so short a time ago that its transaction may still be written down. */
  holds: z.boolean(),
});
export type StoredOperation = z.infer<typeof storedOperation>;
