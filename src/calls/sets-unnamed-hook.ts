import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { Plan } from "../kinds/plan.ts";
import { isNative } from "../lib/is-native.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { Verdict } from "../lib/verdict.ts";

/** Its code is anybody's, so it waits for a person (decision 392). */
export function setsUnnamedHook(planned: Verdict<Plan>, limits: VaultLimits | null): boolean {
  if (!planned.ok || planned.value.kind !== "call") return false;
  const { pool, expected } = planned.value;
  const isAdding = expected.kind === "lpMint" || expected.kind === "lpIncrease";
  return isAdding && pool !== undefined && !isNative(pool.hooks) && !limits?.hooks?.includes(lowerHex(pool.hooks));
}
