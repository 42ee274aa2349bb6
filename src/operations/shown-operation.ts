import type { StoredOperation } from "../store/operations/load-operation.ts";

/** An operation as its operator reads it in a list: what it means, and what became of it so far. */
export function shownOperation(
  { operation, status, refusal, answer, attempt }: StoredOperation,
  nowMs: number,
) {
  const { id, tool, arguments: args, description, message, createdAtMs, expiresAtMs } = operation;
  const hash = attempt?.mined?.hash ?? attempt?.hashes.at(-1);
  return {
    ...{
      operationId: id,
      tool,
      arguments: args,
      description,
      message,
      createdAt: createdAtMs,
      expiresAt: expiresAtMs,
    },
    status:
      status === "open"
        ? nowMs < expiresAtMs
          ? ("waiting" as const)
          : ("expired" as const)
        : refusal !== null
          ? ("refused" as const)
          : status,
    grant: operation.grant ?? null,
    swapMeta: ("data" in operation ? operation.swapMeta : undefined) ?? null,
    refusal,
    answer: answer?.message ?? null,
    transaction: attempt === null || hash === undefined ? null : { status: attempt.status, hash },
  };
}
