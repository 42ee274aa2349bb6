import * as z from "zod";

export type BotApiOptions = {
  baseUrl: string;
  botToken: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  timeoutMs: number;
};

const answerShape = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().default(""),
    parameters: z.object({ retry_after: z.number().positive().optional() }).optional(),
  }),
]);
/** `none`: no readable answer, whether or not the method was carried out. */
export type BotApiAnswer = z.infer<typeof answerShape> | { ok: "none"; reason: string };

export type BotApi = (method: string, parameters: object) => Promise<BotApiAnswer>;

/**
 * One method, once; never throws. The URL carries the token, so no error's own text is passed on. @see
 * https://core.telegram.org/bots/api#making-requests
 */
export function createBotApi({ baseUrl, botToken, fetch, timeoutMs }: BotApiOptions): BotApi {
  const base = `${baseUrl.replace(/\/+$/, "")}/bot${botToken}/`;
  return async (method, parameters) => {
    let text: string;
    try {
      const response = await fetch(base + method, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(parameters),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      return { ok: "none", reason: error instanceof Error ? error.name : "no answer" };
    }
    const answer = answerShape.safeParse(parseJson(text));
    return answer.success ? answer.data : { ok: "none", reason: "unreadable answer" };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
