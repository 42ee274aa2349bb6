import type { KeyLine } from "../kernel/key-line.ts";

const HOUR_SEC = 3_600;

/** Attempts, their agents' nonces, and what executed calls have cost a vault. */
export const ATTEMPT_KEYS = {
  /** HASH. `json` (Attempt as prepared or closed), `status`, `hashes`, `freeing`, `lease`, `sentAt`, `suspectedAt`, `forgotten`, `takenBack` (by a deep reorg), `loss`, its `lossBucket`, `lossFloor` and `lossBack` (taken back), `spend` (`all=5 0xabc=5`) with `spendBucket` and `spendBack`, fees of the last replacement. TTL only once closed. */
  attempt: { template: "attempt:{attemptId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET attempt id -> ms of its next check, all of one chain. */
  attemptsOpen: { template: "attempts-open:{chainId}", ttlSec: null },
  /** ZSET attempt id -> ms of its next check. Ended ones whose transaction a reorg may still take back. */
  attemptsWatched: { template: "attempts-watched:{chainId}", ttlSec: null },
  /** ZSET attempt id -> nonce, for the attempts of one agent that hold a nonce. */
  nonceQueueOpen: { template: "lane-open:{chainId}:{agent}", ttlSec: null },
  /** STRING. The highest nonce of the agent that is known to be used up on chain; -1 when none was at the first confirmation. */
  nonceQueueConfirmed: { template: "lane-confirmed:{chainId}:{agent}", ttlSec: null },
  /** ZSET attempt id -> nonce, for ended attempts of one agent that are still watched. */
  nonceQueueWatched: { template: "lane-watched:{chainId}:{agent}", ttlSec: 25 * HOUR_SEC },
  /** HASH number of the 30-minute bucket -> highest unitaryValue seen in it, a decimal string. */
  nav: { template: "nav:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH move between chains -> "1": those that the baseline follows already. */
  navShifts: { template: "nav-shifts:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH number of the 30-minute bucket -> NAV losses per unit of the calls opened in it, in parts per billion, added up. */
  losses: { template: "losses:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
  /** HASH `bucket:all` and `bucket:bought token` -> what calls opened in that half hour give away, in base units of the vault's base token. Counted while an amount limit is set. */
  spent: { template: "spent:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
