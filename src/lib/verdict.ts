import type { ErrorCode } from "../../schemas/error-codes.ts";

/** Ready for JSON: amounts are strings. */
export type Details = Record<string, string | number | boolean | null | readonly string[]>;

/** An expected refusal. `message` says to the caller what to do. */
export type Refusal = { ok: false; code: ErrorCode; message: string; details?: Details };

export type Verdict<T = undefined> = { ok: true; value: T } | Refusal;

/** The verdict that goes on with `value`. */
export const allow = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** With the numbers that decided. */
export const refuse = (code: ErrorCode, message: string, details?: Details): Refusal =>
  details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
