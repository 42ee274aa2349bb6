import * as z from "zod";
import { AppError } from "../../errors.ts";
import type { Redis } from "./redis-port.ts";

type Options = {
  url: string;
  token: string;
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  timeoutMs?: number | undefined;
  knownScripts?: KnownScripts | undefined;
};
export type KnownScripts = Map<string, string>;

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Upstash's REST API. A script goes as EVAL first and by its SHA-1 after that: 27 kB less a call.
 * Upstash's own client calls the global fetch, quotes whole commands in its errors and is 78 kB for
 * two commands (decision D72).
 * @throws store_unavailable for every failure, with a shortened cause
 */
export function createUpstashRedis({
  url,
  token,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  knownScripts = new Map(),
}: Options): Redis {
  const request = createUpstashRequester({
    url,
    token,
    fetch: fetch ?? ((to, init) => globalThis.fetch(to, init)),
    timeoutMs,
  });
  const evaluate = (command: "EVAL" | "EVALSHA", script: string, keys: string[], args: string[]) =>
    request([command, script, keys.length, ...keys, ...args]);
  const runText = async (text: string, keys: string[], args: string[]): Promise<unknown> => {
    const known = knownScripts.get(text);
    if (known !== undefined) {
      try {
        return await evaluate("EVALSHA", known, keys, args);
      } catch (error) {
        // The server says so before anything ran.
        if (!isUnknownScript(error)) throw error;
        knownScripts.delete(text);
      }
    }
    const answer = await evaluate("EVAL", text, keys, args);
    knownScripts.set(text, await sha1Of(text));
    return answer;
  };
  return {
    run: async (script, keys, args) => {
      try {
        return await runText(script.text, keys, args);
      } catch (cause) {
        throw new AppError(
          "store_unavailable",
          "The service's storage did not answer; try again.",
          { cause },
        );
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

type UpstashRequesterOptions = {
  url: string;
  token: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
};

type UpstashRequester = (command: readonly (string | number)[]) => Promise<unknown>;

/**
 * As the client's own transport (docs/facts/edge.md 3); scripts answer a repeat as the first time.
 */
const RESEND_AFTER_MS = [50, 150, 400];
const MAX_CAUSE_LENGTH = 300;

const answer = z.union([
  z.object({ result: z.unknown() }).strict(),
  z.object({ error: z.string() }),
]);

/**
 * Re-sends only a request without an answer, byte for byte. Its plain errors leave out the command,
 * which holds other people's records.
 */
function createUpstashRequester({
  url,
  token,
  fetch,
  timeoutMs,
}: UpstashRequesterOptions): UpstashRequester {
  return async (command) => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(timeoutMs),
    };
    const { status, text } = await send(() => exchange(fetch, url, init), init.signal);
    const parsed = answer.safeParse(parseJson(text));
    if (!parsed.success)
      throw new Error(`redis answered ${status} with something that is not a result`);
    if ("error" in parsed.data)
      throw new Error(`redis answered ${status}: ${parsed.data.error.slice(0, MAX_CAUSE_LENGTH)}`);
    if (status !== 200) throw new Error(`redis answered ${status}`);
    return parsed.data.result;
  };
}

/** An answer that breaks off is a lost one. */
async function exchange(
  fetch: UpstashRequesterOptions["fetch"],
  url: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

async function send<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const waitMs of RESEND_AFTER_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return attempt();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
