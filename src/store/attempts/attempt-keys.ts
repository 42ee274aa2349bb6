import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const ATTEMPT_KEYS = {
  /** HASH. `json` (Attempt as prepared or closed), `status`, `hashes`, `freeing`, `lease`, `sentAt`, `suspectedAt`, `forgotten`, `takenBack` (by a deep reorg), `loss`, its `lossBucket`, `lossFloor` and `lossBack` (taken back), `spend` (`all=5 0xabc=5`) with `spendBucket` and `spendBack`, `sync` with `syncBucket` and `syncBack`, `perp` (it stands in perps-unshown), fees of the last replacement. TTL only once closed. */
  attempt: { template: "attempt:{attemptId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET attempt id -> ms of its next check, all of one chain. */
  attemptsOpen: { template: "attempts-open:{chainId}", ttlSec: null },
  /** ZSET attempt id -> ms of its next check. Ended ones whose transaction a reorg may still take back. */
  attemptsWatched: { template: "attempts-watched:{chainId}", ttlSec: null },
  /** ZSET attempt id -> nonce, of one agent's attempts that hold a nonce. */
  nonceQueueOpen: { template: "lane-open:{chainId}:{agent}", ttlSec: null },
  /** STRING. The agent's highest nonce known to be used up on chain; -1 when none was at the first confirmation. */
  nonceQueueConfirmed: { template: "lane-confirmed:{chainId}:{agent}", ttlSec: null },
  /** ZSET attempt id -> nonce, of ended attempts still watched. */
  nonceQueueWatched: { template: "lane-watched:{chainId}:{agent}", ttlSec: 25 * HOUR_SEC },
  /** HASH number of the 30-minute bucket -> its highest confirmed unitaryValue, a decimal string. */
  nav: { template: "nav:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH of unitaryValues that were seen and may confirm a later one: ms -> value of the last ten minutes, `b` and the number of a 30-minute bucket -> highest of what is older. */
  navSeen: { template: "nav-seen:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH. `price:token` (`tokenBase coinInWei coinOutWei atMs`), `ask:token` (`atMs venue`: when it was last asked for), `off:token` (`looks sinceMs told`: the oracle is apart from it). */
  venuePrices: { template: "venue-prices:{chainId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET `vault|operator` -> ms: delegated there, or the last transaction of its agent. */
  agentVaults: { template: "agent-vaults:{chainId}", ttlSec: null },
  /** HASH move between chains -> "1": those that the baseline follows already. */
  navShifts: { template: "nav-shifts:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH number of the 30-minute bucket -> sum of NAV losses per unit of the calls opened in it, in parts per billion. */
  losses: { template: "losses:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
  /**
   * HASH number of the 30-minute bucket -> sum of what syncs opened in it take to other chains, in parts per billion of the vault's value
   * there.
   */
  syncs: { template: "syncs:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
  /**
   * HASH `bucket:all` and `bucket:bought token` -> what calls opened in that half hour give away, in base units of the base token, while an
   * amount limit is set.
   */
  spent: { template: "spent:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** SET of attempt ids: orders of perpetuals and margin taken back that venue and chain may not show yet. */
  unshownPerps: { template: "perps-unshown:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
