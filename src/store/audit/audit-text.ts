import type { AuditContent } from "../../../schemas/audit-content.ts";
import type { AuditText } from "../../kinds/audit-text.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { sha256Of } from "../../lib/sha256-of.ts";

/** The text of an entry, and what binds it: the script that changes the state links the digest, and never looks inside. */
export function auditText(facts: AuditContent): AuditText {
  const content = canonicalJson(facts);
  return { content, digest: sha256Of(content) };
}
