import * as z from "zod";
import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { auditText } from "./audit-text.ts";
import { luaAudit } from "./lua-audit.ts";

type Input = WriteCall & { chainId: ChainId; vault: string; facts: AuditContent };

/**
 * What changes no state: a refusal, or a signature that no record holds; all else is appended by the script that makes the change. Only for
 * verified operators and the schedule: a stranger must not fill a log.
 */
export const appendAudit = defineScript({
  name: "append-audit",
  effect: "write",
  uses: [luaAudit],
  lua: `
local function main(input, now)
  audit_append(input.chainId, input.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({ facts, ...rest }: Input) => ({ ...rest, audit: auditText(facts) }),
  declares: (keys, { chainId, vault }) => [keys.audit(chainId, vault), keys.auditHead(chainId, vault)],
  output: z.object({ ok: z.literal(true) }),
});
