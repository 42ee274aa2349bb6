import type { AuditContent } from "../../../schemas/audit-content.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { sha256Of } from "../../lib/sha256-of.ts";

/** An entry's facts as `audit_append` (lua-audit.ts) takes them. */
export type AuditText = { content: string; digest: string };

/** The text of an entry, and what binds it: the script that changes the state links the digest, and never looks inside. */
export function auditText(facts: AuditContent): AuditText {
  const content = canonicalJson(facts);
  return { content, digest: sha256Of(content) };
}
