import type { Attempt } from "../../schemas/attempt.ts";

const AT_ONCE = 4;
const EVERY_MS = 3_600_000;

/**
 * At unchanged fees: four at once, then one an hour. A signer that never repeats itself would else add one at each look for as long as a
 * nonce waits, and each is written down and looked for from then on. Higher fees are never held back.
 */
export const maySignAnew = ({ hashes, freeingHashes }: Attempt, waitedMs: number): boolean =>
  hashes.length + freeingHashes.length <= AT_ONCE || waitedMs >= EVERY_MS;
