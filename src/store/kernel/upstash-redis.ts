import { AppError } from "../../errors.ts";
import type { Redis } from "./redis-port.ts";
import { createUpstashRequester } from "./upstash-requester.ts";

type Options = {
  url: string;
  token: string;
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** For one call with all its re-sends. */
  timeoutMs?: number | undefined;
  /** Texts that the server has taken, and their SHA-1: kept as long as the isolate. */
  knownScripts?: KnownScripts | undefined;
};
export type KnownScripts = Map<string, string>;

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * The storage port over Upstash's REST API. A script goes as EVAL with its text the first time and by its SHA-1 after that:
 * 27 kB less a call, and still one request but where the server has lost its script cache meanwhile. The answer is taken as
 * the bytes that the script returned (no deserialisation, no base64).
 * @throws store_unavailable for every failure, with a shortened cause
 */
export function createUpstashRedis({
  url,
  token,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  knownScripts = new Map(),
}: Options): Redis {
  const requester = createUpstashRequester({
    url,
    token,
    fetch: fetch ?? ((to, init) => globalThis.fetch(to, init)),
    timeoutMs,
  });
  // One request, one script: what is sent is the command as a JSON array, which Upstash's own client makes as well.
  const send = async (command: "eval" | "evalsha", script: string, keys: string[], args: string[]) =>
    (await requester.request({ body: [command, script, keys.length, ...keys, ...args] })).result;
  const runText = async (text: string, keys: string[], args: string[]): Promise<unknown> => {
    const known = knownScripts.get(text);
    if (known !== undefined) {
      try {
        return await send("evalsha", known, keys, args);
      } catch (error) {
        // Said before anything of it ran.
        if (!isUnknownScript(error)) throw error;
        knownScripts.delete(text);
      }
    }
    const answer = await send("eval", text, keys, args);
    knownScripts.set(text, await sha1Of(text));
    return answer;
  };
  return {
    run: async (script, keys, args) => {
      try {
        return await runText(script.text, keys, args);
      } catch (cause) {
        throw new AppError("store_unavailable", "The service's storage did not answer; try again.", { cause });
      }
    },
  };
}

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && /^redis answered \d{3}: NOSCRIPT\b/.test(error.message);

async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
