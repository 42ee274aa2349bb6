import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { type AskedApproval, approvalState } from "./approval-state.ts";
import { operatorHeaders } from "./operator-headers.ts";

/**
 * By the state that came back with it, for the operator and vault of the headers and this very call
 * alone. Costs no request.
 * @throws auth_required, invalid_request, approval_state_invalid
 */
export async function openAnswer(
  deps: Pick<Deps, "sealer">,
  headers: Headers,
  params: Record<string, unknown>,
): Promise<AskedApproval> {
  const { credentials, vaultAddress: vault } = operatorHeaders(headers);
  const operator = credentials.operatorAddress;
  if (typeof operator !== "string" || credentials.authSignature === undefined)
    throw new AppError(
      "auth_required",
      "An answer needs operator authentication, as its question did.",
    );
  if (vault === undefined)
    throw new AppError("invalid_request", "An answer needs the header X-Vault-Address.");
  const sealed = params.requestState;
  const context = approvalState.contextOf({ operator, vault, params });
  const found =
    typeof sealed === "string" ? await approvalState.open(deps, context, sealed) : undefined;
  if (found !== undefined) return found;
  throw new AppError(
    "approval_state_invalid",
    "This answers no question that was put to this operator for this vault by this call. " +
      "Nothing was decided or sent: call the tool again.",
  );
}
