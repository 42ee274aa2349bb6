import { type Refusal, refuse } from "../lib/verdict.ts";

/** Repeats no text of the venue. */
export const badResponse = (venue: string): Refusal =>
  refuse("venue_bad_response", `${venue} gave an answer that does not fit the request. Please try again.`);
