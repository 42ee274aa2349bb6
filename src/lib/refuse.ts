import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { Details, Refusal } from "./verdict.ts";

/** The verdict that refuses, with the numbers that decided. */
export const refuse = (code: ErrorCode, message: string, details?: Details): Refusal =>
  details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
