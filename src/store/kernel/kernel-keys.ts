export const KERNEL_KEYS = {
  /**
   * STRING, sha1 of the input and the first answer. A minute only where strangers can run the
   * script.
   */
  request: { template: "request:{script}:{requestId}", ttlSec: 600 },
} as const satisfies Record<string, KeyLine>;

/**
 * `ttlSec` collects garbage; rules compare with the caller's clock. Null: kept until a script
 * removes it.
 */
export type KeyLine = { template: string; ttlSec: number | null };

/** A key without expiry. */
export const kept = <const T extends string>(template: T) => ({ template, ttlSec: null });
