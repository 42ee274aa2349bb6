import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const OPERATION_KEYS = {
  /**
   * HASH. `json` (Operation), `status`, `approvedAt`, `refusal` (ended unsent), `attempt` (id),
   * `answer` (of a change), `expired` (a caller was told), `renewed` (replaced or unwanted: no new
   * card). Its own expiry decides.
   */
  operation: { template: "operation:{operationId}", ttlSec: 24 * HOUR_SEC },
  /** ZSET id -> ms of opening: a vault's operations of 24 hours, whoever its operator was. */
  operationsOf: { template: "operations-of:{chainId}:{vault}", ttlSec: 24 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
