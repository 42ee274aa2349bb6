import { readBytes } from "./read-bytes.ts";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** `sent`: how many requests went out so far. */
type LimitedFetch = { fetch: Fetch; sent(): number };

/** `Response` refuses a body of these (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

/** Six of these leave a Worker most of its 128 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * At most `atOnce` under way, in order; one ends with its answer's last byte, so an answer is handed on whole. One aborted while it waited
 * is never sent. Counts the requests sent.
 */
export function limitFetch(fetch: Fetch, atOnce: number): LimitedFetch {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  let sent = 0;
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    sent: () => sent,
    fetch: async (url, init) => {
      await enter();
      try {
        init.signal?.throwIfAborted();
        sent += 1;
        return await whole(await fetch(url, init));
      } finally {
        leave();
      }
    },
  };
}

async function whole(response: Response): Promise<Response> {
  const { status, headers, body } = response;
  if (body === null) return response;
  const bytes = await readBytes(body, MAX_BYTES);
  if (bytes === undefined) throw new AnswerTooLong();
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, headers });
}

/** Requested in smaller parts it may fit. */
export class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
    this.name = "AnswerTooLong";
  }
}

/**
 * Undefined when it has more than `maxBytes`. The announced length ends it before anything is read; what arrives is counted, because the
 * announcement may be missing, wrong, or of compressed bytes. Rejects as the body's stream does, by the request's own timeout too.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body.cancel();
    return undefined;
  }
  const bytes = await readBytes(response.body, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}
