import type { KeyLine } from "../kernel/kernel-keys.ts";

/** The audit logs and their seals. */
export const AUDIT_KEYS = {
  /** LIST of a vault's audit entries on one chain, oldest first: `link|at|orderId|content` (lua-audit.ts). At most 10,000 once sealed. */
  audit: { template: "audit:{chainId}:{vault}", ttlSec: null },
  /** HASH. `n` and `link` of the newest entry; `first`: number of the oldest one kept, absent for 1; `base`: the link before that. */
  auditHead: { template: "audit-head:{chainId}:{vault}", ttlSec: null },
  /** HASH count of entries -> AuditSeal, one for every hundred since the oldest entry kept. */
  auditSeals: { template: "audit-seals:{chainId}:{vault}", ttlSec: null },
  /** ZSET `chainId:vault` -> ms: logs that have reached an unsigned hundred. */
  auditUnsealed: { template: "audit-unsealed", ttlSec: null },
} as const satisfies Record<string, KeyLine>;
