import type { Attempt } from "../../schemas/attempt.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { transactionReads } from "../chain/transaction-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { vaultFrozen } from "../pipeline/vault-frozen.ts";
import type { StoredOperation } from "../store/operations/load-operation.ts";

/**
 * The outcome of the first approval; one not known yet is `pending`, never a failure.
 * @throws conflict while the first approval is being carried out; operation_decided,
 * transaction_reverted
 */
export async function answerOfDecided(deps: Deps, found: StoredOperation): Promise<ToolResult> {
  const { operation, status, refusal, attempt, attemptId, answer } = found;
  if (status === "rejected") throw decided("It was rejected, and nothing is sent for it.");
  if (refusal !== null) {
    throw new AppError("operation_decided", `It was approved, and refused: ${refusal.message}`, {
      details: { reason: refusal.code },
    });
  }
  if (answer !== null)
    return { tool: operation.tool, message: `Approved already, and done. ${answer.message}` };
  if (attempt !== null) return answerOfAttempt(deps, operation.tool, attempt);
  if (attemptId !== null)
    throw decided("It was approved and carried out; the vault's audit log has its outcome.");
  if (found.holds) {
    throw new AppError("conflict", "It was approved a moment ago and is being carried out.", {
      retryAfterSec: 5,
    });
  }
  if (!("data" in operation))
    throw decided(
      "It was approved, and whether it was done is not known: look before you ask for it again.",
    );
  throw decided(
    "It was approved, but the service was held up, and nothing was or will be sent for it. " +
      "Ask again.",
  );
}

async function answerOfAttempt(deps: Deps, tool: string, attempt: Attempt): Promise<ToolResult> {
  if (attempt.isTakenBack)
    throw decided(
      vaultFrozen(
        `It was approved, and the chain took back what had become of it (${attempt.status}). ` +
          "The vault was frozen for that: compare its balances with the wallet's transactions " +
          "before you ask again.",
      ).message,
    );
  const hash = await minedHash(deps, attempt);
  const link = `${chainOf(attempt.chainId).explorer}/tx/${hash}`;
  switch (attempt.status) {
    case "prepared":
    case "sent":
      return {
        tool,
        message:
          "Approved already. Its outcome is not known yet; it is followed up, and nothing is " +
          `sent twice.\n${link}`,
        execution: { status: "pending", hash },
      };
    case "confirmed":
      return {
        tool,
        message: `Approved already, and executed.\n${link}`,
        execution: {
          status: "confirmed",
          hash,
          ...(attempt.blockNumber !== undefined && { block: attempt.blockNumber }),
          ...movedOf(attempt),
        },
      };
    case "reverted":
      throw new AppError(
        "transaction_reverted",
        "It was approved; its transaction was mined and reverted.",
        {
          details: {
            hash,
            ...(attempt.blockNumber !== undefined && { block: attempt.blockNumber }),
          },
        },
      );
    case "replaced":
    case "never_sent":
      if (attempt.isForgotten)
        throw decided(
          (
            "It was approved, and it is not known whether it took effect. " +
            `${attempt.error ?? ""}`
          ).trim(),
        );
      throw decided(
        "It was approved, but its transaction never took " +
          `effect.${attempt.error === undefined ? "" : ` ${attempt.error}`} Ask again.`,
      );
  }
}

/**
 * Of several that were signed at its nonce, the one the chain has; the last one while it has none.
 */
async function minedHash(
  deps: Deps,
  { hashes, freeingHashes, chainId, status }: Attempt,
): Promise<string> {
  const own = hashes.filter((hash) => !freeingHashes.includes(hash));
  const last = own.at(-1) ?? "";
  if (own.length === 1 || status === "prepared" || status === "sent") return last;
  const receipts = await deps
    .chain(chainId)
    .rpc.send(own.map((hash) => transactionReads.receipt(hash)));
  return own.find((_, index) => receipts[index]?.ok && receipts[index].value !== null) ?? last;
}

const movedOf = ({ amounts, swap }: Attempt) =>
  amounts === undefined || swap === null
    ? {}
    : {
        sold: formatUnits(BigInt(amounts.soldBase), swap.decimalsIn),
        bought: formatUnits(BigInt(amounts.boughtBase), swap.decimalsOut),
      };

const decided = (message: string): AppError => new AppError("operation_decided", message);
