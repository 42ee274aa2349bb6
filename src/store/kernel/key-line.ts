/**
 * `ttlSec` collects garbage, it never decides: what expires by rule is compared with the caller's clock. null: kept until a script removes
 * it.
 */
export type KeyLine = { template: string; ttlSec: number | null };
