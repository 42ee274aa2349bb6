import * as z from "zod";

type Options = {
  url: string;
  token: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
};

/** What the server answered to a command: a text, a number, null, or a list of these. */
export type UpstashRequester = (command: readonly (string | number)[]) => Promise<unknown>;

/** As the client's own transport does (docs/facts/edge.md 3); scripts answer a repeat as the first time. */
const RESEND_AFTER_MS = [50, 150, 400];
const MAX_CAUSE_LENGTH = 300;

const answer = z.union([z.object({ result: z.unknown() }).strict(), z.object({ error: z.string() })]);

/**
 * One command per request. Only a request that got no answer is sent again, byte for byte. Throws plain errors without the command, which
 * holds other people's records.
 */
export function createUpstashRequester({ url, token, fetch, timeoutMs }: Options): UpstashRequester {
  return async (command) => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(timeoutMs),
    };
    const { status, text } = await send(() => exchange(fetch, url, init), init.signal);
    const parsed = answer.safeParse(parseJson(text));
    if (!parsed.success) throw new Error(`redis answered ${status} with something that is not a result`);
    if ("error" in parsed.data)
      throw new Error(`redis answered ${status}: ${parsed.data.error.slice(0, MAX_CAUSE_LENGTH)}`);
    if (status !== 200) throw new Error(`redis answered ${status}`);
    return parsed.data.result;
  };
}

/** An answer that breaks off half way is a lost one. */
async function exchange(
  fetch: Options["fetch"],
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
