import type { Mismatch } from "../kinds/swap-rules.ts";

/** What differs from what was asked, as a list: empty where it is the same. */
export function differs(same: boolean, what: string, expected: string, actual: string): Mismatch[] {
  return same ? [] : [{ what, expected, actual }];
}
