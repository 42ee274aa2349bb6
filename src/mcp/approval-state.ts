import * as z from "zod";
import { operationId } from "../../schemas/calls/operation.ts";
import { everyChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { canonicalJson, sha256Of } from "../lib/sha256-of.ts";
import { operatorHeaders } from "./operator-headers.ts";

/**
 * Which operation, where, the first ms at which it can no longer be approved, and what its person
 * is shown.
 */
const asked = z.object({ operationId, chainId: everyChainId, untilMs: z.int(), card: z.string() });
export type AskedApproval = z.infer<typeof asked>;

/** To whom a question is put, and by which call. Addresses in any case. */
type AskedOf = { operator: string; vault: string; params: Record<string, unknown> };

/**
 * Handed back with a person's answer, unread: sealed under the service's own key (AES-256-GCM),
 * bound to operator, vault and call. That it counts once is not its doing: an operation is claimed
 * once.
 */
export const approvalState = {
  /**
   * Known before the call runs.
   * @throws invalid_request for arguments that cannot be written down
   */
  contextOf: ({ operator, vault, params: { name, arguments: args = {} } }: AskedOf): string =>
    `sextant/mcp-approval/v1 ${operator.toLowerCase()} ${vault.toLowerCase()} ` +
    `${sha256Of(written({ name, args }))}`,
  seal: (deps: Pick<Deps, "sealer">, context: string, approval: AskedApproval): Promise<string> =>
    deps.sealer.seal(JSON.stringify(approval), context),
  /** undefined: not sealed here, or for another operator, vault or call. */
  open: async (
    deps: Pick<Deps, "sealer">,
    context: string,
    sealed: string,
  ): Promise<AskedApproval | undefined> => {
    const text = await deps.sealer.open(sealed, context);
    return text === undefined ? undefined : asked.parse(JSON.parse(text));
  },
};

/**
 * JSON is read at any depth and written with a stack: 256 KiB hold brackets enough to use that up.
 */
function written(call: object): string {
  try {
    return canonicalJson(call);
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError("invalid_request", "The arguments are nested too deeply.");
    throw error;
  }
}

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
