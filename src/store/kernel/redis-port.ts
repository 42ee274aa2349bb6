/**
 * Lua 5.1. `name` is for logs, counters and the request-id key; `dryText` decides alike and writes
 * nothing.
 */
export type Script = { readonly name: string; readonly text: string; dryText?(): string };

/**
 * Scripts only: a plain GET may be answered by a stale replica, and these values decide about
 * money.
 * @throws store_unavailable for every failure: a missing key is empty, a failing store never is
 */
export type Redis = {
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
};
