import type { Refusal } from "../lib/verdict.ts";
import type { Warning } from "./execution-outcome.ts";

/** A refusal of the agent's call, as whoever signs alone hears it. */
export const warningOf = ({ code, message, details }: Refusal): Warning => ({
  code,
  message: `Warning: ${message}`,
  ...(details !== undefined && { details }),
});
