import type { AuditEntry } from "../../schemas/audit-export.ts";
import { AUDIT_RULES } from "../../schemas/audit-rules.ts";
import { sha256Of } from "../lib/sha256-of.ts";

type Stored = { link: string; at: number; orderId: number | null; content: string };

/** With what their place says: the number, the link before. Nothing is judged here. */
export function entriesOf({
  from,
  prev,
  entries,
}: {
  from: number;
  prev: string | null;
  entries: Stored[];
}): AuditEntry[] {
  return entries.map(({ link, at, orderId, content }, index) => ({
    n: from + index,
    at,
    orderId,
    content,
    digest: sha256Of(content),
    prev: entries[index - 1]?.link ?? prev ?? AUDIT_RULES.start.link,
    link,
  }));
}
