import type { Details } from "../../lib/verdict.ts";
import { auditRefusal } from "../audit/audit-text.ts";

/** Characters of JSON that a slice's record may take for them. */
const MOST_CHARS = 1_000;

/** Cut as the audit log's are, and without the last ones where they are still too many. */
export function shortDetails(details: Details): Details {
  const kept = Object.entries(auditRefusal({ code: "", details }).details ?? {});
  while (JSON.stringify(Object.fromEntries(kept)).length > MOST_CHARS) kept.pop();
  return Object.fromEntries(kept);
}
