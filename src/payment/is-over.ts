/** The chain may be this far behind our clock. */
const SLACK_MS = 60_000n;

/** `validBefore` in Unix seconds. */
export const isOver = (validBefore: string, nowMs: number): boolean =>
  BigInt(validBefore) * 1_000n + SLACK_MS < BigInt(nowMs);
