import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { operationRequest } from "../../schemas/operation.ts";
import { toolResult } from "../../schemas/tool-call.ts";
import { decideOperation } from "../../src/operations/decide-operation.ts";
import { defineRoute } from "../../src/route.ts";
import { buildVaultSwap } from "../../src/tools/build-vault-swap.ts";

/**
 * The operator's yes to one transaction in confirm mode. Free: the call that offered the operation
 * was paid for.
 */
export const approveOperation = defineRoute({
  method: "POST",
  path: "/api/operations/approve",
  price: "free",
  operationId: "approveOperation",
  summary: "Approve a waiting transaction",
  description:
    "Sends exactly the calldata that was shown, once, after both shields and all checks at " +
    "the state of now; where the price has moved beyond its bounds it is refused and the " +
    "operation ends. A second approval answers what became of the first. With `approveWith: " +
    "fresh` it needs a signature made for it: the operator message with its `Timestamp` line " +
    "and, below it, `Action: approve_operation <chainId> <vault> <operationId>`, at most 5 " +
    "minutes old and used once. A 401 shows the exact text.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "owner",
  signedAction: "approve_operation",
  signedNames: ({ operationId }) => (typeof operationId === "string" ? operationId : undefined),
  isActionOptional: true,
  examples: {
    body: { ...EXAMPLES.auth, operationId: "3f9a0c5d7e1b42868d0f4c6a9e2b7d15" },
    response: {
      tool: buildVaultSwap.name,
      message: "Executed: sold 100 USDC, bought 0.0333 ETH.",
      execution: {
        status: "confirmed",
        hash: `0x${"5a".repeat(32)}`,
        block: "38000000",
        sold: "100",
        bought: "0.0333",
      },
    },
  },
  query: z.strictObject({}),
  body: operationRequest.extend({ dryRun: dryRunField }).strict(),
  output: toolResult,
  handle: async ({ deps, requestId }, { body }) => {
    const { operationId, vaultAddress, chainId, dryRun } = body;
    const caller = { kind: "outside", credentials: body } as const;
    return decideOperation(deps, requestId, {
      operationId,
      decision: "approve",
      caller,
      vaultAddress,
      chainId,
      dryRun,
    });
  },
});
