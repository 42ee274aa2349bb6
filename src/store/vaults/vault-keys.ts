import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const VAULT_KEYS = {
  /** STRING, ms since when. Present: nothing of this vault may be prepared on any chain. */
  frozen: kept("frozen:{vault}"),
  delegation: kept("delegation:{chainId}:{vault}"),
  /** HASH field of OperatorSettings -> `value|expiresAtMs` (empty: no expiry). */
  settings: kept("settings:{operator}"),
  /**
   * STRING, a vault's own `dayBps|weekBps`, and `|syncDayBps` once set. Absent: the operator's
   * settings, or the defaults.
   */
  lossLimits: kept("loss-limits:{operator}:{chainId}:{vault}"),
  /** STRING, the limits of schemas/perp-limits.ts in order, joined by `|`. Absent: the defaults. */
  perpLimits: kept("perp-limits:{operator}:{chainId}:{vault}"),
  /** STRING, VaultLimits. Absent: never set. Never removed, so that its version only grows. */
  limits: kept("limits:{operator}:{chainId}:{vault}"),
  /** STRING, `ms|attempt id` of the agent's last trade in the oracle's own pool of a token. */
  oracleRefresh: { template: "oracle-refresh:{chainId}:{vault}:{token}", ttlSec: HOUR_SEC },
  /**
   * STRING. Present: this operator signed the bound form; the plain one is refused (decision D2).
   */
  boundForm: kept("bound-form:{operator}"),
  /**
   * STRING, ms. Present: this signed action was used (decision D2, form c). Outlives its six
   * minutes.
   */
  signedAction: { template: "signed-action:{operator}:{messageHash}", ttlSec: HOUR_SEC },
  /**
   * HASH `json` (AgentGrant), `ended` (`ms|why`), `used` (ms of its last counted call). Kept beyond
   * its own expiry, so that its agent is told why.
   */
  grant: { template: "grant:{grantId}", ttlSec: 720 * HOUR_SEC },
  /** HASH SHA-256 of a bearer token -> `scope|expiresAtMs|madeAtMs`: at most five that last. */
  grantTokens: { template: "grant-tokens:{grantId}", ttlSec: 2 * HOUR_SEC },
  /** ZSET id -> ms of expiry: an owner's grants for a vault. */
  grantsOf: kept("grants-of:{operator}:{vault}"),
  /** HASH `half hour:all` -> decimal that a grant's calls gave away, as lua-spent.ts counts. */
  grantSpent: { template: "grant-spent:{chainId}:{grantId}", ttlSec: 48 * HOUR_SEC },
  /**
   * HASH `hour` (ms of its beginning), `count`: a grant's refused calls for the audit log, in its
   * last hour that had one.
   */
  grantRefusals: { template: "grant-refusals:{grantId}", ttlSec: 720 * HOUR_SEC },
  /** ZSET id -> ms of opening: operations that waited for the owner in the last hour. */
  grantOperations: { template: "grant-operations:{grantId}", ttlSec: HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
