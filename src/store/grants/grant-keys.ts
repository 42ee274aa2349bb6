import type { KeyLine } from "../kernel/key-line.ts";

const DAY_SEC = 86_400;

/** What owners let agents do. */
export const GRANT_KEYS = {
  /** HASH `json` (AgentGrant), `ended` (`ms|why`), `used` (ms of its last counted call). Its own expiry decides; kept a while longer, so that its agent is told why. */
  grant: { template: "grant:{grantId}", ttlSec: 30 * DAY_SEC },
  /** ZSET id -> ms when it expires: grants of one owner for one vault. */
  grantsOf: { template: "grants-of:{operator}:{vault}", ttlSec: null },
  /** HASH `half hour:all` -> decimal text: what a grant's calls gave away on a chain, as lua-spent.ts counts for a vault. */
  grantSpent: { template: "grant-spent:{chainId}:{grantId}", ttlSec: 2 * DAY_SEC },
  /** ZSET id -> ms when it was opened: operations that wait, or waited, for the owner, of the last hour. */
  grantOperations: { template: "grant-operations:{grantId}", ttlSec: DAY_SEC / 24 },
} as const satisfies Record<string, KeyLine>;
