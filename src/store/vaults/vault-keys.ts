import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

/** What operators have set and signed for their vaults. */
export const VAULT_KEYS = {
  /** STRING, ms since when. Present: nothing of this vault may be prepared, on any chain. */
  frozen: { template: "frozen:{vault}", ttlSec: null },
  /** STRING, DelegationRecord. */
  delegation: { template: "delegation:{chainId}:{vault}", ttlSec: null },
  /** HASH field of OperatorSettings -> `value|expiresAtMs` (empty: kept until changed). At most eight fields, so nothing to collect. */
  settings: { template: "settings:{operator}", ttlSec: null },
  /** STRING, `dayBps|weekBps` of a vault's own loss budget, and `|syncDayBps` once what its syncs may take was set. Absent: what its operator's settings say, or the defaults. */
  lossLimits: { template: "loss-limits:{operator}:{chainId}:{vault}", ttlSec: null },
  /** STRING, the six limits of perpetual positions in the order of schemas/perp-limits.ts, joined by `|`. Absent: the defaults. */
  perpLimits: { template: "perp-limits:{operator}:{chainId}:{vault}", ttlSec: null },
  /** STRING, VaultLimits: what bounds the calls of one vault. Absent: none was ever set. Never removed, so that its version only grows. */
  limits: { template: "limits:{operator}:{chainId}:{vault}", ttlSec: null },
  /** STRING, `ms|attempt id`: the last trade of a vault's agent in the oracle's own pool of a token. At most one an hour. */
  oracleRefresh: { template: "oracle-refresh:{chainId}:{vault}:{token}", ttlSec: HOUR_SEC },
  /** STRING. Present: this operator has signed the bound form, the plain form is refused (decision 18). */
  boundForm: { template: "bound-form:{operator}", ttlSec: null },
  /** STRING, ms when. Present: this signed action (decision 18, form c) was used. Outlives the six minutes it could be used in. */
  signedAction: { template: "signed-action:{operator}:{messageHash}", ttlSec: HOUR_SEC },
  /** HASH `json` (AgentGrant), `ended` (`ms|why`), `used` (ms of its last counted call). Its own expiry decides; kept a while longer, so that its agent is told why. */
  grant: { template: "grant:{grantId}", ttlSec: 720 * HOUR_SEC },
  /** HASH SHA-256 of a bearer token -> `scope|expiresAtMs|madeAtMs`: at most five. An expired one is told as such for a while. */
  grantTokens: { template: "grant-tokens:{grantId}", ttlSec: 2 * HOUR_SEC },
  /** ZSET id -> ms when it expires: grants of one owner for one vault. */
  grantsOf: { template: "grants-of:{operator}:{vault}", ttlSec: null },
  /** HASH `half hour:all` -> decimal text: what a grant's calls gave away on a chain, as lua-spent.ts counts for a vault. */
  grantSpent: { template: "grant-spent:{chainId}:{grantId}", ttlSec: 48 * HOUR_SEC },
  /** ZSET id -> ms when it was opened: operations that wait, or waited, for the owner, of the last hour. */
  grantOperations: { template: "grant-operations:{grantId}", ttlSec: HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
