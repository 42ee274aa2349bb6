import type { VaultLimits } from "../../schemas/vault-limits.ts";

/** By any amount; a list of tokens or venues bounds nothing. */
export const isBounded = (limits: VaultLimits | null): boolean =>
  limits !== null &&
  [limits.maxPerTransaction, limits.maxPerDay, limits.maxPerTokenPerDay].some((most) => most !== undefined);
