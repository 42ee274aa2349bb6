/** Lua 5.1. `name` is for logs, counters and the request-id key; `dryText` decides the same and writes nothing. */
export type Script = { readonly name: string; readonly text: string; dryText?(): string };

/**
 * Scripts only: what decides about money must be read where it is written, never by a plain GET that a replica may answer.
 * @throws store_unavailable for every failure: a missing key is empty, a failing store never is
 */
export type Redis = {
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
};
