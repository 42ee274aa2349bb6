import type { ErrorCode } from "../../schemas/error-codes.ts";

/** JSON values; amounts are strings. */
export type Details = Record<string, string | number | boolean | null | readonly string[]>;

/** An expected refusal. `message` tells the caller how to go on. */
export type Refusal = { ok: false; code: ErrorCode; message: string; details?: Details };

export type Verdict<T = undefined> = { ok: true; value: T } | Refusal;

/** A verdict that goes on with `value`. */
export const allow = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** A refusal with the deciding numbers. */
export const refuse = (code: ErrorCode, message: string, details?: Details): Refusal =>
  details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
