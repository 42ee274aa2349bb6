import type { Attempt } from "../../schemas/attempt.ts";

/** What a stop can no longer stop: a transaction that may be out, by its hash. `what` it is of. */
export const outNotice = (attempt: Attempt | null, what = "A slice"): string =>
  attempt === null ? "" : ` ${what} was already on its way and may still be mined: ${attempt.hashes.join(", ")}.`;
