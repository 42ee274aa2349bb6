import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { formByKey, identifyAction, showActionMessage } from "../auth/identify-action.ts";
import { identifyOperator } from "../auth/identify-operator.ts";
import type { OperatorAction } from "../auth/operator-message.ts";
import { signatureUsed } from "../auth/signature-used.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { refuse } from "../lib/verdict.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { ToolRequest } from "./tool-request.ts";

type Place = { vault: string; chainId: ChainId };
type Asked = { operationId: string; decision: "approve" | "reject"; caller: ToolRequest["caller"] };

/** A signature made for one approval (decision D2, form c): its line names the operation. */
export const approvalSignature = {
  /**
   * The caller of a decision: `signed` where an approval from outside carries such a signature. The
   * day's signature is tried first, as the usual one. `placeOf` gives the vault that is named.
   * @throws what `placeOf` throws
   */
  async read(
    deps: Deps,
    { caller, decision, operationId }: Asked,
    placeOf: () => Place,
  ): Promise<{ caller: ToolRequest["caller"]; messageHash?: Hex }> {
    if (caller.kind !== "outside" || decision !== "approve") return { caller };
    const { vault, chainId } = placeOf();
    const action = actionOf(operationId, unwrap(normalizeAddress(vault)), chainId);
    const form = await formByKey(deps, caller.credentials, action);
    if (form === "ordinary") return { caller };
    const usual =
      form === undefined ? await identifyOperator(deps, caller.credentials, chainId) : undefined;
    if (usual !== undefined && (usual.ok || usual.code !== "auth_signature_mismatch"))
      return { caller };
    const signed = await identifyAction(deps, caller.credentials, action);
    if (!signed.ok) return { caller };
    const { operator, messageHash } = signed.value;
    return { caller: { kind: "signed", operator }, messageHash };
  },
  /** The refusal of an approval that lacks it, with what to sign. */
  needed({ deps, vault, chainId }: ToolContext, operationId: string): AppError {
    const refusal = refuse(
      "auth_required",
      "It waits still: your approvals take a signature made for each (approveWith). Approve " +
        "it at POST /api/operations/approve with its id, or by its button in your paired chat.",
      { operationId },
    );
    return AppError.fromRefusal(
      showActionMessage(deps, actionOf(operationId, vault, chainId), refusal),
    );
  },
  /** The same of one that was used before. */
  used: ({ deps, vault, chainId }: ToolContext, operationId: string): AppError =>
    signatureUsed(deps, actionOf(operationId, vault, chainId)),
};

const actionOf = (operationId: string, vault: Address, chainId: ChainId): OperatorAction => ({
  ...{ name: "approve_operation", chainId, vault },
  names: operationId,
});
