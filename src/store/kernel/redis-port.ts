/**
 * One Lua 5.1 program. `name` is for logs, counters and the request-id key; `text` is the whole of it; `dryText` the form that decides
 * the same and writes nothing, for dry runs.
 */
export type Script = { readonly name: string; readonly text: string; dryText?(): string };

/**
 * The storage port. Everything goes through scripts: what decides about money must be read where it is written, never by
 * a plain GET that a replica may answer. A call resolves to what the script returned.
 * @throws store_unavailable for every failure: a missing key is empty, a failing store never is
 */
export type Redis = {
  run(script: Script, keys: string[], args: string[]): Promise<unknown>;
};
