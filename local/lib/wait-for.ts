import { setTimeout as delay } from "node:timers/promises";

export type WaitOptions = {
  /** Names what is waited for in the error. */
  what: string;
  timeoutMs?: number;
  intervalMs?: number;
  /** Ends the wait early, as an AbortError. */
  signal?: AbortSignal;
};

/**
 * Polls until `condition` gives something truthy, and returns it. For the readiness or the end of
 * processes only: anything else has an event, a promise or an answer to await.
 *
 * @throws Error naming `what`, with the last error of the condition as its cause, once `timeoutMs`
 * (default 60 s) has passed
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: WaitOptions,
): Promise<Exclude<T, false | null | undefined | 0 | "">> {
  const { what, timeoutMs = 60_000, intervalMs = 20 } = options;
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value as Exclude<T, false | null | undefined | 0 | "">;
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= deadline)
      throw new Error(`waited ${timeoutMs} ms for ${what}`, { cause });
    await delay(intervalMs, undefined, options.signal ? { signal: options.signal } : {});
  }
}
