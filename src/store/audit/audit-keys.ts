import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

export const AUDIT_KEYS = {
  /**
   * LIST of entries, oldest first: `link|at|orderId|content` (lua-audit.ts). At most 10,000 once
   * sealed.
   */
  audit: kept("audit:{chainId}:{vault}"),
  /**
   * HASH. `n` and `link` of the newest entry; `first`: oldest number kept (absent: 1); `base`: the
   * link before it; `sealed`.
   */
  auditHead: kept("audit-head:{chainId}:{vault}"),
  /** HASH count of entries -> AuditSeal, each hundred since the oldest kept. */
  auditSeals: kept("audit-seals:{chainId}:{vault}"),
  /** ZSET `chainId:vault` -> ms: logs with an unsigned hundred. */
  auditUnsealed: kept("audit-unsealed"),
} as const satisfies Record<string, KeyLine>;
