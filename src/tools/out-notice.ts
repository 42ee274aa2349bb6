import type { Attempt } from "../../schemas/attempt.ts";

/** Says honestly what a stop can no longer stop: a transaction that may already be out, by its hash. */
export const outNotice = (attempt: Attempt | null): string =>
  attempt === null ? "" : ` A slice was already on its way and may still be mined: ${attempt.hashes.join(", ")}.`;
