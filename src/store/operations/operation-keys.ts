import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

/** Operations in confirm mode. */
export const OPERATION_KEYS = {
  /** HASH. `json` (Operation), `status`, `approvedAt`, `refusal` (why it ended unsent), `attempt` (id), `answer` (of a change that was made), `expired` (a caller was answered so), `renewed` (another has its place, or nobody wants it: no card is made of it anew). Its own expiry decides, not this. */
  operation: { template: "operation:{operationId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET id -> ms when it was opened: operations of a vault on a chain, of the last 24 hours, whoever its operator was. */
  operationsOf: { template: "operations-of:{chainId}:{vault}", ttlSec: 24 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
