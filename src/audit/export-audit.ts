import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { AuditEntry, AuditExport } from "../../schemas/vaults/audit-export.ts";
import { AUDIT_RULES } from "../../schemas/vaults/audit-rules.ts";
import type { Deps } from "../deps.ts";
import { csvOf } from "../lib/csv-of.ts";
import { isObject, jsonObject } from "../lib/is-object.ts";
import { readAudit } from "../store/audit/read-audit.ts";
import { entriesOf, sealAudit } from "./seal-audit.ts";

/**
 * Entries from a number on, and the log's head, signed now. By a grant its own entries alone,
 * unsigned: with gaps they prove nothing of the log.
 * @throws store_unavailable, not_configured
 */
export async function exportAudit(
  deps: Deps,
  {
    vault,
    chainId,
    from,
    grantId,
  }: { vault: Address; chainId: ChainId; from: number; grantId?: string | undefined },
): Promise<AuditExport> {
  const head = grantId === undefined ? await sealAudit(deps, { vault, chainId }) : null;
  const part = await readAudit.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    chainId,
    vault,
    from,
    limit: AUDIT_RULES.pageSize,
  });
  const until = head?.n ?? part.n;
  // Later entries belong to a later export.
  const entries = entriesOf(part).filter(({ n }) => n <= until);
  const last = entries.at(-1)?.n ?? until;
  return {
    vault,
    chainId,
    entries: grantId === undefined ? entries : entries.filter((entry) => isOfGrant(entry, grantId)),
    seals:
      grantId !== undefined
        ? []
        : part.seals.filter(({ n }) => n <= last).sort((a, b) => a.n - b.n),
    head,
    next: last < until ? last + 1 : null,
  };
}

/** Who reads by a grant sees what its own calls left. */
function isOfGrant({ content }: AuditEntry, id: string): boolean {
  const { grantId, grant } = jsonObject(content);
  return grantId === id || (isObject(grant) && grant.id === id);
}

const COLUMNS = [
  "n",
  "time",
  "kind",
  "actor",
  "order",
  "attempt",
  "content",
  "digest",
  "prev",
  "link",
] as const;

/**
 * RFC 4180. The last line is the signed head, its signature inside `content`. The next page begins
 * after the last number. Only the JSON can be verified.
 */
export function auditCsv({ entries, head }: AuditExport): string {
  const rows = [COLUMNS, ...entries.map(rowOf)];
  const signed =
    head === null
      ? []
      : [
          [
            head.n,
            isoOf(head.at),
            "signed_head",
            head.agent,
            "",
            "",
            JSON.stringify(head),
            "",
            "",
            head.link,
          ],
        ];
  return csvOf([...rows, ...signed]);
}

function rowOf({ n, at, orderId, content, digest, prev, link }: AuditEntry): unknown[] {
  const { kind, actor, attempt, orderId: named } = jsonObject(content);
  return [n, isoOf(at), kind, actor, orderId ?? named, attempt, content, digest, prev, link];
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
