import type { Address } from "viem";
import type { Refusal } from "../lib/verdict.ts";
import { auditRefusal } from "../store/audit/audit-text.ts";
import { appendAudit } from "../store/audit/lua-audit.ts";
import { appendRefusal } from "../store/vaults/append-refusal.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";

/** Its signer may be a stranger to the vault: then nothing is sent, kept or written down for it. */
export const isForAnySigner = ({ access }: Tool): boolean =>
  access === "signer" || access === "holder";

/**
 * In the vault's audit log; its caller does not wait for that. Of a grant ten an hour have entries
 * of their own.
 */
export function auditRefused(ctx: ToolContext, tool: Tool, refusal: Refusal): void {
  const { deps, chainId, vault, operator, grant } = ctx;
  if (operator === undefined || isForAnySigner(tool)) return;
  const by = { actor: operator, grantId: grant?.id };
  const facts = {
    kind: "call_refused",
    ...by,
    tool: tool.name,
    refusal: auditRefusal(refusal),
  } as const;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), chainId, vault, facts };
  const written =
    grant === undefined
      ? appendAudit.run(deps.redis, deps.keys, call)
      : appendRefusalOf(ctx, grant.owner, { ...call, grantId: grant.id });
  deps.defer("audit_refusal", written);
}

/** And the count of an hour that is over, where that was more than had entries. */
async function appendRefusalOf(
  { deps, vault, chainId }: ToolContext,
  owner: Address,
  call: Parameters<typeof appendRefusal.run>[2],
): Promise<void> {
  const { before } = await appendRefusal.run(deps.redis, deps.keys, call);
  if (before === undefined) return;
  const { grantId, nowMs } = call;
  const counted = { kind: "refusals_counted", actor: owner, grantId, ...before } as const;
  await appendAudit.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    chainId,
    vault,
    facts: counted,
  });
}
