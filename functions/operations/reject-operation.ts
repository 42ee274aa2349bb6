import * as z from "zod";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { operationRequest } from "../../schemas/operation.ts";
import { toolResult } from "../../schemas/tool-call.ts";
import { decideOperation } from "../../src/operations/decide-operation.ts";
import { defineRoute } from "../../src/route.ts";
import { buildVaultSwap } from "../../src/tools/build-vault-swap.ts";

/** The operator's no to one transaction in confirm mode. */
export const rejectOperation = defineRoute({
  method: "POST",
  path: "/api/operations/reject",
  price: "free",
  operationId: "rejectOperation",
  summary: "Reject a waiting transaction",
  description:
    "It can be approved no more. One that nobody answers ends by itself after three minutes.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "owner",
  examples: {
    body: { ...EXAMPLES.auth, operationId: "3f9a0c5d7e1b42868d0f4c6a9e2b7d15" },
    response: {
      tool: buildVaultSwap.name,
      message:
        `Rejected: Swap 100 USDC for about 0.0333 ETH on ${EXAMPLES.venue}. Nothing was ` +
        "sent, and it cannot be approved any more.",
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
      decision: "reject",
      caller,
      vaultAddress,
      chainId,
      dryRun,
    });
  },
});
