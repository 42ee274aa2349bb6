import { Redis as UpstashClient } from "@upstash/redis/cloudflare";
import { AppError } from "../errors.ts";
import type { Redis } from "./redis-port.ts";
import { createUpstashRequester } from "./upstash-requester.ts";

type Options = {
  url: string;
  token: string;
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** For one call with all its re-sends. */
  timeoutMs?: number | undefined;
};

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * The storage port over Upstash's REST API. Every script goes as EVAL with its text: one request whatever the server's
 * script cache holds. The answer is taken as the bytes that the script returned (no deserialisation, no base64).
 * @throws store_unavailable for every failure, with a shortened cause
 */
export function createUpstashRedis({ url, token, fetch, timeoutMs = DEFAULT_TIMEOUT_MS }: Options): Redis {
  const client = new UpstashClient({
    url,
    token,
    automaticDeserialization: false,
    enableTelemetry: false,
    // One request, one script: a pipeline would wait for a later tick and lose several answers with one line.
    enableAutoPipelining: false,
  });
  // The client's own transport calls the global fetch and quotes whole commands in its errors; `client` is its port for another.
  Reflect.set(
    client,
    "client",
    createUpstashRequester({ url, token, fetch: fetch ?? ((to, init) => globalThis.fetch(to, init)), timeoutMs }),
  );
  return {
    run: async (script, keys, args) => {
      try {
        return await client.eval(script.text, keys, args);
      } catch (cause) {
        throw new AppError("store_unavailable", "The service's storage did not answer; try again.", { cause });
      }
    },
  };
}
