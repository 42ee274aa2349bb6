import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer } from "../lib/start-http-server.ts";
import { newZid } from "./new-zid.ts";

export type FieldProblem = { field: string; reason: string };

const NAME_OF_STATUS: Record<number, string> = {
  400: "INPUT_INVALID",
  401: "UNAUTHORIZED",
  404: "NOT_FOUND",
  422: "TOKEN_NOT_SUPPORTED",
  429: "RATE_LIMITED",
};

/** The aggregator's error envelope: `{name, message, data: {zid, details?}}`. */
export function zeroxError(
  status: number,
  message?: string,
  details: FieldProblem[] = [],
): LocalAnswer {
  const name = NAME_OF_STATUS[status] ?? "INTERNAL_SERVER_ERROR";
  const said =
    message ?? (status === 400 ? "The input is invalid" : name.toLowerCase().replaceAll("_", " "));
  return jsonAnswer(status, {
    name,
    message: said,
    data: { zid: newZid(), ...(details.length === 0 ? {} : { details }) },
  });
}
