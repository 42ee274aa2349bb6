import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const ATTEMPT_KEYS = {
  /**
   * HASH. `json` (Attempt as prepared or closed), `status`, `hashes`, `freeing`, `lease`, `sentAt`,
   * `suspectedAt`, `forgotten`, `takenBack` (deep reorg), `perp` (in perps-unshown), fees of the
   * last replacement; `loss`, `sync`, `spend` and `grantSpend` with bucket and mark. TTL once
   * closed.
   */
  attempt: { template: "attempt:{attemptId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET attempt id -> ms of its next check. */
  attemptsOpen: kept("attempts-open:{chainId}"),
  /** ZSET attempt id -> ms of its next check: ended ones that a reorg may still take back. */
  attemptsWatched: kept("attempts-watched:{chainId}"),
  /** ZSET attempt id -> nonce that it holds. */
  nonceQueueOpen: kept("lane-open:{chainId}:{agent}"),
  /**
   * STRING, the agent's highest nonce known as used on chain; -1: none at the first confirmation.
   */
  nonceQueueConfirmed: kept("lane-confirmed:{chainId}:{agent}"),
  /** ZSET attempt id -> nonce of ended attempts still watched. */
  nonceQueueWatched: { template: "lane-watched:{chainId}:{agent}", ttlSec: 25 * HOUR_SEC },
  /** HASH half hour -> highest confirmed unitaryValue, decimal. */
  nav: { template: "nav:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /**
   * HASH of values that may confirm a later one: ms -> value of the last ten minutes, `b` and half
   * hour -> highest older one.
   */
  navSeen: { template: "nav-seen:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /**
   * HASH. `price:token` (`tokenBase coinInWei coinOutWei atMs`), `ask:token` (`atMs venue`),
   * `off:token` (`looks sinceMs told`: the oracle is apart from it).
   */
  venuePrices: { template: "venue-prices:{chainId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET `vault|operator` -> ms of its delegation or its agent's last transaction. */
  agentVaults: kept("agent-vaults:{chainId}"),
  /** HASH move between chains -> "1" once the baseline follows it. */
  navShifts: { template: "nav-shifts:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH half hour -> NAV losses per unit of calls opened in it, in parts per billion. */
  losses: { template: "losses:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
  /**
   * HASH half hour -> share of the vault's value that syncs opened in it take away, in parts per
   * billion.
   */
  syncs: { template: "syncs:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
  /**
   * HASH `half hour:all` and `half hour:bought token` -> base units of the base token given away,
   * kept while an amount limit is set.
   */
  spent: { template: "spent:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** SET of attempt ids: perpetual orders and margin taken back that nobody may show yet. */
  unshownPerps: { template: "perps-unshown:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
