import type { ErrorCode } from "../../schemas/error-codes.ts";

/** The numbers that decided, ready for JSON: amounts are strings. */
export type Details = Record<string, string | number | boolean | null | readonly string[]>;

/** An expected refusal: a value, not an exception. `message` is a sentence for the caller that says what to do. */
export type Refusal = { ok: false; code: ErrorCode; message: string; details?: Details };

/** The answer of every check: go on with `value`, or the reason why not. */
export type Verdict<T = undefined> = { ok: true; value: T } | Refusal;

/** The verdict that goes on with `value`. */
export const allow = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** The verdict that refuses, with the numbers that decided. */
export const refuse = (code: ErrorCode, message: string, details?: Details): Refusal =>
  details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
