import * as z from "zod";
import { delegationSetupRequest, delegationSetupResponse } from "../../schemas/delegation.ts";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { runTool } from "../../src/calls/run-tool.ts";
import { defineRoute } from "../../src/route.ts";
import { setupDelegation } from "../../src/tools/setup-delegation.ts";

const granted = delegationSetupResponse.pick({
  agentAddress: true,
  selectors: true,
  suggestedLimits: true,
});

/** The transaction by which the owner delegates trading to the agent wallet (decision D4). */
export const setupDelegationRoute = defineRoute({
  method: "POST",
  path: "/api/delegation/setup",
  price: "free",
  operationId: "setupDelegation",
  summary: "Build the delegation transaction",
  description: "The vault's owner signs and broadcasts it, then calls /api/delegation/confirm.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, scopes: [] },
    response: {
      agentAddress: EXAMPLES.agent,
      selectors: ["0x3593564c", "0x2213bc0b"],
      transaction: EXAMPLES.delegateTransaction,
    },
  },
  query: z.object({}),
  body: delegationSetupRequest.extend({ dryRun: dryRunField }),
  output: delegationSetupResponse,
  runsDry: true,
  handle: async ({ deps, requestId }, { body }) => {
    const { result } = await runTool(deps, requestId, {
      tool: setupDelegation,
      args: { scopes: body.scopes },
      chainId: body.chainId,
      vaultAddress: body.vaultAddress,
      executionMode: "manual",
      caller: { kind: "outside", credentials: body },
      purpose: { kind: "call" },
    });
    return delegationSetupResponse.parse({
      ...granted.parse(result.data),
      transaction: result.transaction,
    });
  },
});
