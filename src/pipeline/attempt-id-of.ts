import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";

/** The id of the one attempt that a purpose can have: a slice's, an operation's, or the call's own. */
export function attemptIdOf({ requestId }: Pick<ExecutionContext, "requestId">, purpose: Purpose): string {
  if (purpose.kind === "scheduled") return purpose.attemptId;
  return purpose.kind === "operation" ? `operation:${purpose.operationId}` : `call:${requestId}`;
}
