import type { Address } from "viem";
import type { AuditExport } from "../../schemas/audit-export.ts";
import { AUDIT_RULES } from "../../schemas/audit-rules.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { readAudit } from "../store/audit/read-audit.ts";
import { entriesOf, sealAudit } from "./seal-audit.ts";

/**
 * From an entry's number on, and the log's head, signed now.
 * @throws store_unavailable, not_configured
 */
export async function exportAudit(
  deps: Deps,
  { vault, chainId, from }: { vault: Address; chainId: ChainId; from: number },
): Promise<AuditExport> {
  const head = await sealAudit(deps, { vault, chainId });
  const part = await readAudit.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    chainId,
    vault,
    from,
    limit: AUDIT_RULES.pageSize,
  });
  const until = head?.n ?? part.n;
  // What was appended since the head was signed belongs to a later export.
  const entries = entriesOf(part).filter(({ n }) => n <= until);
  const last = entries.at(-1)?.n ?? until;
  return {
    vault,
    chainId,
    entries,
    seals: part.seals.filter(({ n }) => n <= last).sort((a, b) => a.n - b.n),
    head,
    next: last < until ? last + 1 : null,
  };
}
