import { encodeFunctionData } from "viem";
import { vaultAbi } from "../chain/vault-reads.ts";
import { stopDelegation } from "../delegation/stop-delegation.ts";
import { chainInput } from "./chain-argument.ts";
import { agentWallet, delegationTool, planOwnerCall } from "./plan-owner-call.ts";
import { defineTool, operatorOf } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** The service stops using the delegation before the owner's transaction is mined. */
export const revokeDelegation = defineTool({
  name: "revoke_delegation",
  description:
    "Returns the transaction that revokes every method from the vault's agent wallet. The " +
    "service stops using the delegation immediately.",
  says: [
    "revoke the delegation",
    "~revoke|remove|end|withdraw|cancel|stop|kill|delete " +
      "delegation|rights|permissions|access [agent's|agent|delegation] " +
      "[entirely|all|whole|completely] [from]",
    "~revoke|remove|end|withdraw|cancel|stop|kill|delete everything|all agent [may] [can] " +
      "[is] [allowed] [to] [do]",
    "undelegate",
  ],
  ...delegationTool,
  input: chainInput,
  example: {},
  output: transactionOutput,
  plan: async (ctx) => {
    const agent = await agentWallet(ctx);
    return planOwnerCall(ctx, {
      data: encodeFunctionData({
        abi: vaultAbi,
        functionName: "revokeAllDelegations",
        args: [agent],
      }),
      expected: { kind: "revokeAllDelegations", agent },
      description: `Revoke every delegation of the agent wallet ${agent}`,
      message:
        `Revokes every method from the agent wallet ${agent}. The service no longer uses ` +
        "this delegation from now on; sign the transaction so that the vault refuses it too.",
      suggestions: ["Check the result with check_delegation_status"],
    });
  },
  commit: async (ctx) =>
    stopDelegation(ctx.deps, { chainId: ctx.chainId, vault: ctx.vault, operator: operatorOf(ctx) }),
});
