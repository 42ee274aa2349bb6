const HOUR_SEC = 3_600;

/**
 * Every key of the service, below the deployment's prefix. A first word is used by one key only, so parts that contain
 * colons (attempt ids, request ids) cannot reach into another kind. `ttlSec` collects garbage, it never decides: what
 * expires by rule is compared with the caller's clock. null: kept until a script removes it.
 * keys.ts (for TypeScript) and lua-keys.ts (for the scripts) are both made from this table.
 */
export const KEY_TABLE = {
  /** STRING. sha1 of the input and the first answer to this request id; a repeat gets it again. A minute only for what a stranger can have run. */
  request: { template: "request:{script}:{requestId}", ttlSec: 600 },
  /** HASH. `json` (TwapOrder), `v` (version, +1 on every write), `lease` (`token:expiresAtMs`), `attempt` (id of the open one). */
  order: { template: "order:{vault}:{orderId}", ttlSec: null },
  /** STRING, INCR. The highest order id ever given out for this vault, on all chains together. */
  orderHighWater: { template: "order-high-water:{vault}", ttlSec: null },
  /** SET of order ids with `active: true` (manually paused ones included). Its size is the limit of three. */
  activeOrders: { template: "orders-active:{vault}:{chainId}", ttlSec: null },
  /** SET of `vault:id` with `active: true`, all vaults and chains. Its size is the limit of thirty. */
  operatorOrders: { template: "orders-operator:{operator}", ttlSec: null },
  /** LIST of order ids with `active: false` (completed, cancelled, auto-paused), newest first, at most 20. */
  closedOrders: { template: "orders-closed:{vault}", ttlSec: null },
  /** ZSET `vault:id` -> ms, all of one chain. Due when now > score. A leased order stands at its lease's expiry. */
  due: { template: "due:{chainId}", ttlSec: null },
  /** ZSET `vault:id` -> ms, the same of one operator: due orders are taken by operator, in turns. */
  dueOf: { template: "due-of:{chainId}:{operator}", ttlSec: null },
  /** ZSET operator -> microseconds of its turn: when its first order is due, or behind the others after a turn that left some. */
  dueTurns: { template: "due-turns:{chainId}", ttlSec: null },
  /** ZSET operator -> ms of the last tick before the outage that it was last told of; 0: of none. May hold some without active orders. */
  operatorsActive: { template: "operators-active", ttlSec: null },
  /** STRING, ms when the last tick claimed. */
  lastTick: { template: "last-tick", ttlSec: null },
  /** STRING, ms of the last tick before an outage that has ended and that not every operator was told of. */
  missedTicks: { template: "missed-ticks", ttlSec: null },
  /** STRING, INCR. The last fencing token given out. */
  fence: { template: "fence", ttlSec: null },
  /** HASH. `json` (Attempt as prepared or closed), `status`, `hashes`, `freeing`, `lease`, `sentAt`, `suspectedAt`, `forgotten`, `takenBack` (by a deep reorg), `loss`, its `lossBucket`, `lossFloor` and `lossBack` (taken back), fees of the last replacement. TTL only once closed. */
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
  /** HASH. `json` (Operation), `status`, `approvedAt`, `refusal` (why it ended unsent), `attempt` (id), `expired` (somebody was told so). Its own expiry decides, not this. */
  operation: { template: "operation:{operationId}", ttlSec: 24 * HOUR_SEC },
  /** STRING, ms since when. Present: nothing of this vault may be prepared, on any chain. */
  frozen: { template: "frozen:{vault}", ttlSec: null },
  /** STRING, DelegationRecord. */
  delegation: { template: "delegation:{chainId}:{vault}", ttlSec: null },
  /** HASH field of OperatorSettings -> `value|expiresAtMs` (empty: kept until changed). At most seven fields, so nothing to collect. */
  settings: { template: "settings:{operator}", ttlSec: null },
  /** STRING, `dayBps|weekBps` of a vault's own loss budget. Absent: what its operator's settings say, or the defaults. */
  lossLimits: { template: "loss-limits:{operator}:{chainId}:{vault}", ttlSec: null },
  /** STRING. Present: this operator has signed the bound form, the plain form is refused (decision 18). */
  boundForm: { template: "bound-form:{operator}", ttlSec: null },
  /** STRING, ms when. Present: this signed action (decision 18, form c) was used. Outlives the six minutes it could be used in. */
  signedAction: { template: "signed-action:{operator}:{messageHash}", ttlSec: HOUR_SEC },
  /** STRING, `{chatId, vaults: [{chainId, vault}]}`, the vault paired last at the end. Read when notifications are taken and when a chat commands. */
  pairing: { template: "pairing:{operator}", ttlSec: null },
  /** SET of operators, the way back. It only finds them: what pairs is the operator's own `pairing`, which must name this chat. */
  chatOperators: { template: "chat-operators:{chatId}", ttlSec: null },
  /** STRING, `operator|chainId|vault`: what a chat's words are about. It only chooses among what the pairings hold. */
  chatVault: { template: "chat-vault:{chatId}", ttlSec: null },
  /** STRING, `operator|chainId|vault|expiresAtMs` of a pairing code, by its SHA-256. Gone once used or replaced. */
  pairingCode: { template: "pairing-code:{codeHash}", ttlSec: HOUR_SEC },
  /** STRING, SHA-256 of the one code of this operator that can be used. */
  pairingCodeOf: { template: "pairing-code-of:{operator}", ttlSec: HOUR_SEC },
  /** LIST of ms of a chat's last wrong codes, newest first, at most 5. */
  pairingTries: { template: "pairing-tries:{chatId}", ttlSec: 2 * HOUR_SEC },
  /** STRING, ms when this update of the messaging channel was claimed. Holds for an hour. */
  telegramUpdate: { template: "telegram-update:{updateId}", ttlSec: 2 * HOUR_SEC },
  /** HASH number of the 30-minute bucket -> highest unitaryValue seen in it, a decimal string. */
  nav: { template: "nav:{chainId}:{vault}", ttlSec: 25 * HOUR_SEC },
  /** HASH number of the 30-minute bucket -> NAV losses per unit of the calls opened in it, in parts per billion, added up. */
  losses: { template: "losses:{chainId}:{vault}", ttlSec: 8 * 24 * HOUR_SEC },
  /** LIST of TwapEvent, newest first, at most 20. */
  events: { template: "events:{vault}", ttlSec: 25 * HOUR_SEC },
  /** LIST of a vault's audit entries on one chain, oldest first: `link|at|orderId|content` (lua-audit.ts). At most 10,000 once sealed. */
  audit: { template: "audit:{chainId}:{vault}", ttlSec: null },
  /** HASH. `n` and `link` of the newest entry; `first`: number of the oldest one kept, absent for 1; `base`: the link before that. */
  auditHead: { template: "audit-head:{chainId}:{vault}", ttlSec: null },
  /** HASH count of entries -> AuditSeal, one for every hundred since the oldest entry kept. */
  auditSeals: { template: "audit-seals:{chainId}:{vault}", ttlSec: null },
  /** ZSET `chainId:vault` -> ms: logs that have reached a hundred which nobody has signed yet. */
  auditUnsealed: { template: "audit-unsealed", ttlSec: null },
  /** HASH notification id -> `{operator, payload, chatId, kind}`; chatId where it is for one chat alone, kind where its writer knew one. */
  outbox: { template: "outbox", ttlSec: null },
  /** ZSET operator -> ms when his alarms, or the rest of what he is being told, may be delivered. A leased queue stands at its lease's end. */
  outboxDue: { template: "outbox-due", ttlSec: null },
  /** ZSET operator -> the same for the course of his orders: taken where nobody is left in `outboxDue`. */
  outboxLater: { template: "outbox-later", ttlSec: null },
  /** HASH notification id -> how often its sending failed. */
  outboxTries: { template: "outbox-tries", ttlSec: null },
  /** LIST, the queue of what is told first: notification ids of one operator, oldest first. */
  outboxOf: { template: "outbox-of:{operator}", ttlSec: null },
  /** LIST, the queue of the kinds that are told later (schemas/notified-later.ts), oldest first. */
  outboxLaterOf: { template: "outbox-later-of:{operator}", ttlSec: null },
  /** STRING, ms up to and including which nothing is sent to this chat: a lease, the pace, or what the channel asked for. */
  outboxChat: { template: "outbox-chat:{chatId}", ttlSec: 24 * HOUR_SEC },
  /** STRING, ms to which the channel's messages a second are given away, to all chats together (GCRA). */
  outboxPace: { template: "outbox-pace", ttlSec: HOUR_SEC },
  /** HASH reason -> how many notifications were given up for it: refused, exhausted, overflow, unpaired, unreadable. */
  outboxDropped: { template: "outbox-dropped", ttlSec: null },
  /** STRING. A schedule delivery that was claimed with. */
  jti: { template: "jti:{jti}", ttlSec: 24 * HOUR_SEC },
  /** HASH of one EIP-3009 authorization: `state` (held, done, unknown, owed), `token`, `hash` of the request, `until` of the hold, `answer`. */
  payment: { template: "payment:{payer}:{paymentNonce}", ttlSec: 24 * HOUR_SEC },
  /** ZSET token -> ms when its hold ends: the calls of a payer that run now. */
  paymentsInFlight: { template: "payments-in-flight:{payer}", ttlSec: HOUR_SEC },
  /** HASH id of the debt (`payer:nonce`) -> Debt. Present: this payer, operator or vault gets paid work only when it pays that too. */
  paymentDebt: { template: "payment-debt:{debtor}", ttlSec: null },
  /** HASH of one Idempotency-Key: `state` (held, done), `token`, `hash` of the body, `until` of the hold, `answer`. */
  idempotency: { template: "idempotency:{idempotencyScope}", ttlSec: 24 * HOUR_SEC },
  /** HASH. `used`: thousandths of a call to this venue that all slices have taken, at `at`; it drains evenly over five minutes. */
  venueCalls: { template: "venue-calls:{venue}", ttlSec: HOUR_SEC },
  /** HASH, the same of one operator's slices. */
  venueCallsOf: { template: "venue-calls-of:{venue}:{operator}", ttlSec: HOUR_SEC },
  /** STRING, a counter of one fixed window. Kept for its window and so much longer. */
  rate: { template: "rate:{rateOf}", ttlSec: HOUR_SEC / 6 },
  /** STRING, ms when this payer last paid for a call: it is no stranger. */
  hasPaid: { template: "has-paid:{payer}", ttlSec: 31 * 24 * HOUR_SEC },
} as const satisfies Record<string, { template: string; ttlSec: number | null }>;

/** Template parts that are addresses: always lower case inside a key. */
export const ADDRESS_PARTS: readonly string[] = ["vault", "operator", "agent"];

export type KeyName = keyof typeof KEY_TABLE;
