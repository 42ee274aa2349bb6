/** By how much the chain may be behind our clock before an authorization that is over may still be settled. */
const SLACK_MS = 60_000n;

/** Whether a payment that is valid before this (Unix seconds) cannot be made any more. */
export const isOver = (validBefore: string, nowMs: number): boolean =>
  BigInt(validBefore) * 1_000n + SLACK_MS < BigInt(nowMs);
