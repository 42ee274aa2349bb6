import type { LocalAnswer } from "./start-http-server.ts";

/** An HTTP answer that carries `value` as JSON. */
export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): LocalAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}
