import type { Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { type Operation, operationId as operationIdShape } from "../../schemas/operation.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { answerDryRun } from "../calls/answer-dry-run.ts";
import { approvalSignature } from "../calls/approval-signature.ts";
import { createToolContext } from "../calls/create-tool-context.ts";
import { dryDeps } from "../calls/dry-deps.ts";
import { toolOf } from "../calls/load-tools.ts";
import { requireOwner } from "../calls/require-owner.ts";
import type { ToolRequest } from "../calls/tool-request.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { DryRun } from "../kinds/execution-context.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { refusalOfPrepare } from "../pipeline/refusal-of-prepare.ts";
import { claimOperation } from "../store/operations/claim-operation.ts";
import { loadOperation, type StoredOperation } from "../store/operations/load-operation.ts";
import { operatorOf, type ToolContext } from "../tools/tool.ts";
import { answerOfDecided } from "./answer-of-decided.ts";
import { executeOperation } from "./execute-operation.ts";
import { makeChange } from "./make-change.ts";

export type OperationDecision = {
  operationId: string;
  decision: "approve" | "reject";
  caller: ToolRequest["caller"];
  /** An operation of another vault or chain is not found. */
  vaultAddress?: string | undefined;
  chainId?: ChainId | undefined;
  /**
   * What was decided before is refused. Default: a further approval answers what became of the
   * first.
   */
  isOnce?: boolean;
  /** What the word would come to: it is not given, and the operation goes on waiting. */
  dryRun?: boolean;
};

/** With the signature that was made for it, where it has one. */
type Decision = OperationDecision & { messageHash?: Hex };

/**
 * Decision D15. Approved: its stored calldata is judged again and sent, once, or its change of our
 * own state is made. Rejected: a message. A second approval answers what became of the first.
 * @throws operation_not_found, operation_expired, operation_decided, vault_frozen, conflict,
 * not_vault_owner, the codes of decision D11, and of an approval the shields' and the execution's
 * own
 */
export async function decideOperation(
  outside: Deps,
  requestId: string,
  of: OperationDecision,
): Promise<ToolResult> {
  if (outside.grant !== undefined)
    throw new AppError(
      "grant_forbids",
      "A grant decides nothing: what its agent asks for is the owner's to approve.",
    );
  const deps = of.dryRun ? dryDeps(outside) : outside;
  const by: Decision = { ...of, ...(await approvalSignature.read(deps, of, () => namedBy(of))) };
  const { caller } = by;
  // 401 and 403 come before anything is said of the operation, wherever the caller names the vault.
  const named =
    caller.kind === "paired" ? undefined : await ownerContext(deps, requestId, by, namedBy(of));
  const found = await find(deps, of);
  if (found === null) throw notFound();
  const { operation } = found;
  // For its own operators only, even where the vault's owner matches.
  if (caller.kind === "paired" && caller.operator.toLowerCase() !== operation.operator)
    throw notFound();
  const ctx = named ?? (await ownerContext(deps, requestId, by, operation));
  if (!isTheirs(ctx, operation)) throw notFound();
  if (!of.dryRun) return decided(ctx, by, found);
  const dryRun: DryRun = { checks: [] };
  const run = async () => ({ result: await decided({ ...ctx, dryRun }, by, found), outcome: null });
  const tool = unwrap(await toolOf(deps, operation.tool));
  const word =
    of.decision === "reject" ? "rejected" : found.status === "open" ? undefined : "decided";
  return (await answerDryRun({ ...ctx, dryRun }, { tool, dryRun, run, word })).result;
}

async function decided(
  ctx: ToolContext,
  of: Decision,
  found: StoredOperation,
): Promise<ToolResult> {
  const { deps } = ctx;
  const { operation } = found;
  if (of.decision === "approve") await mustBeSigned(deps, of, operation);
  const claimed = await claimOperation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operationId: operation.id,
    decision: of.decision,
    grantId: operation.grant?.id,
    isTapped: of.caller.kind === "paired",
    messageHash: of.messageHash,
    operator: operatorOf(ctx),
    vault: ctx.vault,
    chainId: ctx.chainId,
  });
  if (claimed.ok && of.decision === "reject") return rejected(operation);
  if (claimed.ok)
    return "data" in operation
      ? executeOperation(ctx, operation)
      : makeChange(ctx, of.caller, operation);
  switch (claimed.code) {
    case "not_found":
      throw notFound();
    case "fresh_signature_needed":
      throw approvalSignature.needed(ctx, operation.id);
    case "signature_used":
      throw approvalSignature.used(ctx, operation.id);
    case "vault_frozen":
      throw AppError.fromRefusal(refusalOfPrepare({ ok: false, code: "vault_frozen" }));
    case "expired":
      throw new AppError(
        "operation_expired",
        "It was not approved in time, and nothing was sent. Ask again.",
        {
          details: { expiresAt: operation.expiresAtMs },
        },
      );
    case "decided":
      if (of.isOnce) throw answeredBefore(operation.id);
      return decidedBefore(deps, of.decision, claimed.found ?? found);
  }
}

/**
 * A paired chat's button brings no signature: what loosens a limit goes on waiting for one
 * (decision D60).
 */
async function mustBeSigned(
  deps: Deps,
  { caller }: OperationDecision,
  operation: Operation,
): Promise<void> {
  if (caller.kind !== "paired" || "data" in operation) return;
  const tool = unwrap(await toolOf(deps, operation.tool));
  if (tool.effect === "read" || !tool.needsSignature) return;
  throw new AppError(
    "auth_required",
    `Nothing was changed: ${tool.name} needs your wallet's signature, and a chat has none. ` +
      "It waits still: approve it at POST /api/operations/approve with its id.",
  );
}

type Place = { vault: string; chainId: ChainId };

/** The operator behind the decision, who owns the vault on that chain now. */
async function ownerContext(
  deps: Deps,
  requestId: string,
  { caller }: OperationDecision,
  { vault, chainId }: Place,
): Promise<ToolContext> {
  const place = { chainId, vault: unwrap(normalizeAddress(vault)) };
  const ctx = await createToolContext(deps, requestId, {
    caller,
    executionMode: "delegated",
    ...place,
  });
  operatorOf(ctx);
  await requireOwner(ctx);
  return ctx;
}

function namedBy({ vaultAddress, chainId }: OperationDecision): Place {
  if (vaultAddress === undefined || chainId === undefined)
    throw new AppError(
      "invalid_request",
      "The request is not valid. vaultAddress and chainId are needed.",
    );
  return { vault: vaultAddress, chainId };
}

/** A malformed id has no key in the store, so the store is not read for it. */
async function find(
  deps: Deps,
  { operationId }: OperationDecision,
): Promise<StoredOperation | null> {
  if (!operationIdShape.safeParse(operationId).success) return null;
  const nowMs = deps.clock.nowMs();
  return (await loadOperation.run(deps.redis, deps.keys, { nowMs, operationId })).found;
}

const isTheirs = (ctx: ToolContext, { operator, vault, chainId }: Operation): boolean =>
  operator === ctx.operator?.toLowerCase() &&
  vault === ctx.vault.toLowerCase() &&
  chainId === ctx.chainId;

const rejected = (operation: Operation): ToolResult => ({
  tool: operation.tool,
  message:
    `Rejected: ${operation.description}. Nothing was ` +
    `${"data" in operation ? "sent" : "changed"}, and it cannot be approved any more.`,
});

async function decidedBefore(
  deps: Deps,
  decision: OperationDecision["decision"],
  found: StoredOperation,
): Promise<ToolResult> {
  if (decision === "approve") return answerOfDecided(deps, found);
  throw new AppError("operation_decided", whyNotRejected(found));
}

function whyNotRejected({ operation, status, attemptId, holds, refusal }: StoredOperation): string {
  if (status === "rejected") return "It was rejected already.";
  // Of a change only its refusal says that it was not made.
  if (!("data" in operation) && refusal === null)
    return "It was approved already and can be rejected no more.";
  return attemptId === null && !holds
    ? "It was approved, but nothing was or will be sent for it: there is nothing left to reject."
    : "It was approved already and can be rejected no more.";
}

const answeredBefore = (operationId: string): AppError =>
  new AppError(
    "operation_decided",
    "It was decided already, and an answer counts once: nothing was sent for this one. POST " +
      "/api/operations/approve with its id tells what became of it.",
    { details: { operationId } },
  );

const notFound = (): AppError =>
  new AppError(
    "operation_not_found",
    "There is no such operation of this vault's operator. It may be long over.",
  );
