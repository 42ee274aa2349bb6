import { AppError } from "../errors.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { renderText, renderUntrusted } from "./escape-html.ts";

/** In the words of every other door. An unexpected error shows its request id alone, and that the request may have taken effect. */
export function renderRefusal(error: unknown, requestId: string): string {
  if (!(error instanceof AppError) || error.code === "internal_error")
    return `Something went wrong on our side, and it is not known how far it got: look at /orders before you ask again. Please report request id <code>${renderText(requestId)}</code>.`;
  if (error.code === "not_vault_owner")
    return "This chat's operator does not own this vault on this chain (any more). Nothing was done.";
  const words = inPlainWords(error.message);
  // Names of fields that no person says ("arguments.0") look like a host.
  return error.code === "invalid_request" ? renderText(words) : renderUntrusted(words);
}
