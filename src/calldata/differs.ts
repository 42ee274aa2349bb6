import type { Mismatch } from "../kinds/swap-rules.ts";

export function differs(same: boolean, what: string, expected: string, actual: string): Mismatch[] {
  return same ? [] : [{ what, expected, actual }];
}
