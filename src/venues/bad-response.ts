import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";

/** The refusal for an answer that cannot be what was asked for. It says nothing of what the venue said. */
export const badResponse = (venue: string): Refusal =>
  refuse("venue_bad_response", `${venue} gave an answer that does not fit the request. Please try again.`);
