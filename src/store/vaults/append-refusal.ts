import * as z from "zod";
import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaGrantRefusals } from "./lua-context.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  /** By which its agent called. */
  grantId: string;
  facts: Extract<AuditContent, { kind: "call_refused" }>;
};

/**
 * Refusals of an hour beyond those that have an entry; their entry is for the caller to append,
 * since scripts make no digest of it.
 */
export const countedRefusals = z.object({ hour: z.int(), count: z.int().min(1) });

/**
 * A refused call of a grant in its vault's audit log, as long as its hour has room for one.
 * `before`: of an hour that is over.
 */
export const appendRefusal = defineScript({
  name: "append-refusal",
  effect: "write",
  uses: [luaAudit, luaGrantRefusals],
  lua: `
local function main(input, now)
  local has_room, before = count_refusal(input.grantId, now)
  if has_room then audit_append(input.chainId, input.vault, input.audit, now) end
  return { written = has_room, before = before }
end`,
  encode: ({ facts, ...rest }: Input) => ({ ...rest, audit: auditText(facts) }),
  declares: (keys, { chainId, vault, grantId }) => [
    keys.grantRefusals(grantId),
    keys.audit(chainId, vault),
    keys.auditHead(chainId, vault),
  ],
  output: z.object({ written: z.boolean(), before: countedRefusals.optional() }),
});
