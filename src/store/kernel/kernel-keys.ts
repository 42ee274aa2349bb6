/** What every script keeps. */
export const KERNEL_KEYS = {
  /** STRING. sha1 of the input and the first answer, for a repeat. A minute only for what a stranger can have run. */
  request: { template: "request:{script}:{requestId}", ttlSec: 600 },
} as const satisfies Record<string, KeyLine>;

/**
 * `ttlSec` collects garbage, it never decides: what expires by rule is compared with the caller's clock. null: kept until a script removes
 * it.
 */
export type KeyLine = { template: string; ttlSec: number | null };
