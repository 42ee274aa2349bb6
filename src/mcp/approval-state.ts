import * as z from "zod";
import { everyChainId } from "../../schemas/chains.ts";
import { operationId } from "../../schemas/operation.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { canonicalJson, sha256Of } from "../lib/sha256-of.ts";

/**
 * Which operation, where, the first ms at which it can no longer be approved, and what its person
 * is shown.
 */
const asked = z.object({ operationId, chainId: everyChainId, untilMs: z.int(), card: z.string() });
export type AskedApproval = z.infer<typeof asked>;

/** To whom a question is put, and by which call. Addresses in any case. */
export type AskedOf = { operator: string; vault: string; params: Record<string, unknown> };

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
