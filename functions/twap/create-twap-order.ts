import * as z from "zod";
import { chainId, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { createTwapOrder as createTwapOrderInput } from "../../schemas/create-twap-order.ts";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { operatorCredentials } from "../../schemas/operator-auth.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import { toolResult } from "../../schemas/tool-call.ts";
import { runTool } from "../../src/calls/run-tool.ts";
import { defineRoute } from "../../src/route.ts";
import { createTwapOrder } from "../../src/twap/tools/create-twap-order.ts";

/**
 * Direct form of create_twap_order: its arguments stand at the top level, beside vault and
 * credentials.
 */
export const createTwapOrderRoute = defineRoute({
  method: "POST",
  path: "/api/tools/create_twap_order",
  price: "tools_call",
  operationId: "createTwapOrder",
  summary: "Create a TWAP order",
  description:
    "Splits a swap into slices that run at equal intervals. Give exactly one of sliceAmount, " +
    "sliceCount and durationMinutes.",
  tags: ["Tools"],
  auth: "operator",
  leastScope: "each",
  examples: {
    body: {
      ...EXAMPLES.auth,
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "1000",
      sliceCount: 10,
      intervalMinutes: 30,
    },
    response: {
      tool: createTwapOrder.name,
      message: "TWAP order #1 created: 10 slices of 100 USDC, one every 30 minutes.",
    },
  },
  query: z.strictObject({}),
  body: createTwapOrderInput
    .extend(operatorCredentials.shape)
    .extend({
      vaultAddress: hexAddress,
      chainId: chainId.default(DEFAULT_CHAIN_ID),
      dryRun: dryRunField,
    })
    .strict(),
  output: toolResult,
  handle: async ({ deps, requestId, effects }, { body }) => {
    const { result } = await runTool(deps, requestId, {
      tool: createTwapOrder,
      args: Object.fromEntries(
        Object.entries(body).filter(([name]) => Object.hasOwn(createTwapOrder.input.shape, name)),
      ),
      chainId: body.chainId,
      vaultAddress: body.vaultAddress,
      executionMode: "manual",
      caller: { kind: "outside", credentials: body },
      purpose: { kind: "call" },
      dryRun: body.dryRun,
    });
    effects.taken = !body.dryRun;
    return result;
  },
});
