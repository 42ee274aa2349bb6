import * as z from "zod";
import { delegationScope, suggestedLimits } from "../../schemas/delegation.ts";
import { hexAddress, hexData } from "../../schemas/primitives.ts";
import { scopeSelectors } from "../delegation/delegable-selectors.ts";
import { delegationOf, encodeDelegation } from "../delegation/encode-delegation.ts";
import { diffSelectors, readDelegation } from "../delegation/read-delegation.ts";
import { refuse } from "../lib/verdict.ts";
import { type SuggestedLimits, suggestLimits } from "../settings/suggest-limits.ts";
import { chainArgument } from "./chain-argument.ts";
import { delegationTool, planOwnerCall } from "./plan-owner-call.ts";
import { defineTool } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** Only what is missing is granted (decision D4). */
export const setupDelegation = defineTool({
  name: "setup_delegation",
  description:
    "Returns the transaction by which the vault's owner delegates trading to the vault's " +
    "agent wallet. Sign and send it, then call POST /api/delegation/confirm.",
  says: [
    "set up delegation",
    "~setup|enable|activate|delegate|create|grant|start|give delegation|agent [rights] " +
      "[right] [agent]",
    "~delegation|delegate {scope:scopes+} [{scope:scopes+}] [{scope:scopes+}] " +
      "[{scope:scopes+}] [and] [set|setup|enable|add|with|and|plus|include|including] [up] " +
      "[tx|transaction] [too]",
  ],
  ...delegationTool,
  input: z.object({
    scopes: z.array(delegationScope).max(4).default([]).describe("Rights beside spot trading."),
    chain: chainArgument,
  }),
  example: {},
  humanOwned: ["scopes"],
  output: () =>
    transactionOutput().extend({
      agentAddress: hexAddress,
      selectors: z.array(hexData),
      suggestedLimits: suggestedLimits.optional(),
    }),
  plan: async (ctx, input) => {
    const { wallet } = ctx.deps;
    const agent = await wallet.address(ctx.vault, wallet.currentKeyVersion);
    const [delegation, suggestedLimits] = await Promise.all([
      readDelegation(ctx.deps, ctx.chainId, ctx.vault, agent, scopeSelectors(input.scopes)),
      suggestLimits(ctx.deps, ctx.chainId, ctx.vault),
    ]);
    if (!delegation.ok) return delegation;
    const { granted, available } = delegation.value;
    if (available.length === 0)
      return refuse(
        "not_delegated",
        "The vaults of this chain offer none of these methods, so there is nothing to delegate.",
      );
    const { plus } = diffSelectors(granted, available);
    // Granting again does nothing, but an owner who asks twice gets a transaction.
    const selectors = plus.length === 0 ? available : plus;
    return planOwnerCall(ctx, {
      data: encodeDelegation(agent, selectors, "grant"),
      expected: delegationOf(agent, selectors, "grant"),
      description: `Delegate ${selectors.length} methods to the agent wallet ${agent}`,
      message:
        plus.length === 0
          ? `The agent wallet ${agent} holds these methods already; sending this changes ` +
            "nothing. Call POST /api/delegation/confirm. Further rights are asked for by " +
            `scopes: ${SCOPES}.`
          : `Delegates ${selectors.join(", ")} to the agent wallet ${agent}. Withdrawals and ` +
            "ownership are never delegated.",
      suggestions: [
        "After it is mined, call POST /api/delegation/confirm",
        `Send a little of the chain's coin to ${agent} for gas`,
        ...(suggestedLimits === undefined ? [] : [limitsText(suggestedLimits)]),
      ],
      answerData: { agentAddress: agent, selectors, ...(suggestedLimits && { suggestedLimits }) },
    });
  },
});

const SCOPES = delegationScope.options.join(", ");

const limitsText = ({
  maxPerTransaction,
  maxPerDay,
  maxPerTokenPerDay,
  baseToken,
}: SuggestedLimits): string =>
  `No limits bound the agent by default. For a vault of this size: ${maxPerTransaction} ` +
  `${baseToken} per transaction, ${maxPerDay} in 24 hours, ${maxPerTokenPerDay} of any one ` +
  "token (POST /api/settings/limits)";
