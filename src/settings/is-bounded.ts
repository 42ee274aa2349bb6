import type { VaultLimits } from "../../schemas/vault-limits.ts";

/** Whether a vault's limits bound what its agent may give away: any amount does; a list of tokens or venues does not. */
export const isBounded = (limits: VaultLimits | null): boolean =>
  limits !== null &&
  [limits.maxPerTransaction, limits.maxPerDay, limits.maxPerTokenPerDay].some((most) => most !== undefined);
