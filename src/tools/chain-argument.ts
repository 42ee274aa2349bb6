import * as z from "zod";
import { type Details, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";

/** Argument `chain` of tools that act on one chain. */
export const chainArgument = textOf(32)
  .optional()
  .describe("Chain name; default: the chain of the request.");

/** Input of tools that take nothing but a chain. */
export const chainInput = z.object({ chain: chainArgument });

/** Argument of trimmed text, 1 to `max` characters. */
export function textOf(max: number) {
  return z.string().trim().min(1).max(max);
}

/** Puts an argument's name before its refusal. */
export const inField = <T>(field: string, verdict: Verdict<T>): Verdict<T> =>
  verdict.ok ? verdict : { ...verdict, message: `${field}: ${verdict.message}` };

/** Refusal of an argument. */
export const invalid = (message: string, details?: Details): Refusal =>
  refuse("invalid_request", message, details);

/** Refusal of a failed read of the chain. */
export const unreadable = (what: string): Refusal =>
  refuse("rpc_unavailable", `${what} could not be read from the chain. Please try again.`);
