import type { Hex } from "viem";
import * as z from "zod";
import { delegationOf, encodeDelegation } from "../delegation/encode-delegation.ts";
import { stopDelegation } from "../delegation/stop-delegation.ts";
import { chainArgument } from "./chain-argument.ts";
import { agentWallet, delegationTool, planOwnerCall } from "./plan-owner-call.ts";
import { defineTool, operatorOf } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** Delegable methods by name (docs/facts/vault-contracts.md 2). */
const NAMES: ReadonlyMap<string, Hex> = new Map([
  ["execute", "0x3593564c"],
  ["exec", "0x2213bc0b"],
  ["wrapeth", "0x1c58db4f"],
  ["unwrapweth9", "0x49616997"],
  ["modifyliquidities", "0xdd46508f"],
  ["depositv3", "0x770d096f"],
  ["stake", "0xa694fc3a"],
  ["undelegatestake", "0x4aace835"],
  ["unstake", "0x2e17de78"],
  ["withdrawdelegatorrewards", "0xb880660b"],
]);

function parseSelector(text: string): Hex | undefined {
  const wanted = text.trim().toLowerCase();
  return /^0x[0-9a-f]{8}$/.test(wanted)
    ? (wanted as Hex)
    : NAMES.get(wanted.replace(/\(.*\)$/, ""));
}

const selectorsOf = (texts: readonly string[]): Hex[] => [
  ...new Set(texts.flatMap((text) => parseSelector(text) ?? [])),
];

export const revokeSelectors = defineTool({
  name: "revoke_selectors",
  description:
    "Returns the transaction that revokes single methods from the vault's agent wallet. The " +
    "service stops using them immediately.",
  says: [
    "~revoke|remove|withdraw|undelegate|disable {method:selectors+} [{method:selectors+}] " +
      "[{method:selectors+}] [selector|selectors|method|methods|right|permission|function] " +
      "[agent|agent's] [and] [from]",
  ],
  ...delegationTool,
  input: z.object({
    selectors: z
      .array(
        // Checked first, so that a refused request changes nothing.
        z
          .string()
          .max(80)
          .refine(
            (text) => parseSelector(text) !== undefined,
            "must be four bytes such as 0x3593564c, or a method's name",
          ),
      )
      .min(1)
      .max(40)
      .describe(
        'Selectors ("0x3593564c") or method names ("execute", "exec", "wrapETH", "unwrapWETH9").',
      ),
    chain: chainArgument,
  }),
  example: { selectors: ["wrapETH"] },
  humanOwned: ["selectors"],
  output: transactionOutput,
  plan: async (ctx, input) => {
    const selectors = selectorsOf(input.selectors);
    const agent = await agentWallet(ctx);
    return planOwnerCall(ctx, {
      data: encodeDelegation(agent, selectors, "revoke"),
      expected: delegationOf(agent, selectors, "revoke"),
      description: `Revoke ${selectors.length} methods from the agent wallet ${agent}`,
      message:
        `Revokes ${selectors.join(", ")} from the agent wallet ${agent}. The service no ` +
        "longer uses them from now on.",
      suggestions: ["Check the result with check_delegation_status"],
    });
  },
  commit: async (ctx, input) =>
    stopDelegation(ctx.deps, {
      chainId: ctx.chainId,
      vault: ctx.vault,
      operator: operatorOf(ctx),
      selectors: selectorsOf(input.selectors),
    }),
});
