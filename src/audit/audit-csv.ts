import type { AuditEntry, AuditExport } from "../../schemas/audit-export.ts";
import { jsonObject } from "../lib/json-object.ts";

const COLUMNS = ["n", "time", "kind", "actor", "order", "attempt", "content", "digest", "prev", "link"] as const;

/**
 * RFC 4180. The last line is the signed head, its signature inside `content`. The next page begins after the last number. To be verified,
 * take the JSON.
 */
export function auditCsv({ entries, head }: AuditExport): string {
  const rows = [COLUMNS, ...entries.map(rowOf)];
  const signed =
    head === null
      ? []
      : [[head.n, isoOf(head.at), "signed_head", head.agent, "", "", JSON.stringify(head), "", "", head.link]];
  return `${[...rows, ...signed].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

function rowOf({ n, at, orderId, content, digest, prev, link }: AuditEntry): unknown[] {
  const { kind, actor, attempt, orderId: named } = jsonObject(content);
  return [n, isoOf(at), kind, actor, orderId ?? named, attempt, content, digest, prev, link];
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A spreadsheet takes a text that begins like a formula for one. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
