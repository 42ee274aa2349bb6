import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer } from "../lib/start-http-server.ts";

const CODE_OF_STATUS: Record<number, [code: string, detail: string]> = {
  400: ["RequestValidationError", "Bad Input"],
  401: ["UnauthorizedError", "Unauthorized"],
  404: ["ResourceNotFound", "No quotes available"],
  429: ["Ratelimited", "Too many requests"],
  504: ["Timeout", "Request duration limit reached."],
};

/** The Trading API's error body: `{errorCode, detail}`. */
export function uniswapError(status: number, detail?: string): LocalAnswer {
  const [errorCode, usual] = CODE_OF_STATUS[status] ?? ["InternalServerError", "Unexpected error"];
  return jsonAnswer(status, { errorCode, detail: detail ?? usual });
}
