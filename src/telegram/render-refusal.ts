import { AppError } from "../errors.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { renderText } from "./render-text.ts";
import { renderUntrusted } from "./render-untrusted.ts";

/**
 * Why something was not done, as every door words it. What was not thrown on purpose is told by its request id alone, and
 * that it may have been done.
 */
export function renderRefusal(error: unknown, requestId: string): string {
  if (!(error instanceof AppError) || error.code === "internal_error")
    return `Something went wrong on our side, and it is not known how far it got: look at /orders before you ask again. Please report request id <code>${renderText(requestId)}</code>.`;
  if (error.code === "not_vault_owner")
    return "This chat's operator does not own this vault on this chain (any more). Nothing was done.";
  const told = inPlainWords(error.message);
  // Our own words and names of fields that no person says ("arguments.0"), which look like a host.
  return error.code === "invalid_request" ? renderText(told) : renderUntrusted(told);
}
