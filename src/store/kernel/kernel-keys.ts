import type { KeyLine } from "./key-line.ts";

/** What every script keeps. */
export const KERNEL_KEYS = {
  /** STRING. sha1 of the input and the first answer, for a repeat. A minute only for what a stranger can have run. */
  request: { template: "request:{script}:{requestId}", ttlSec: 600 },
} as const satisfies Record<string, KeyLine>;
