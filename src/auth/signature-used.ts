import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { refuse } from "../lib/verdict.ts";
import { showActionMessage } from "./identify-action.ts";
import type { OperatorAction } from "./operator-message.ts";

/**
 * The error of a script that found a fresh signature used up already, with what to sign instead:
 * auth_signature_used.
 */
export function signatureUsed(deps: Deps, action: OperatorAction): AppError {
  const used = refuse(
    "auth_signature_used",
    "This signature was used already, and is good for once.",
  );
  return AppError.fromRefusal(showActionMessage(deps, action, used));
}
