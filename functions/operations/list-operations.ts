import * as z from "zod";
import { operationId } from "../../schemas/calls/operation.ts";
import { shownOperation } from "../../schemas/calls/shown-operation.ts";
import { EXAMPLES } from "../../schemas/documents/examples.ts";
import { vaultQuery } from "../../schemas/vaults/vault-query.ts";
import { requireReader } from "../../src/auth/require-reader.ts";
import { shownOperation as showOperation } from "../../src/operations/shown-operation.ts";
import { defineRoute } from "../../src/route.ts";
import type { OperatorRead } from "../../src/store/vaults/read-as-operator.ts";
import { buildVaultSwap } from "../../src/tools/build-vault-swap.ts";

const query = vaultQuery.extend({
  cursor: operationId.optional().describe("`nextCursor` of the page before."),
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, "must be an integer")
    .transform(Number)
    .pipe(z.int().min(1).max(50))
    .default(20)
    .meta({
      type: "integer",
      pattern: undefined,
      minimum: 1,
      maximum: 50,
      description: "Operations of a page.",
    }),
});

const output = z.object({
  ok: z.literal(true),
  operations: z.array(shownOperation()),
  page: z.object({ limit: z.int(), nextCursor: operationId.nullable() }),
});

const readOf = ({ vault, chainId, cursor, limit }: z.infer<typeof query>): OperatorRead => ({
  ...{ vault, chainId },
  operations: { cursor, limit },
});

/**
 * Operations that wait for the operator's word, or were decided in the last 24 hours (decision
 * D13).
 */
export const listOperations = defineRoute({
  method: "GET",
  path: "/api/operations",
  price: "free",
  operationId: "listOperations",
  summary: "List operations that wait or were decided",
  description:
    "Of this operator, vault and chain, of the last 24 hours, the newest first. POST " +
    "/api/operations/approve and /reject decide one that waits.",
  tags: ["Delegation"],
  auth: "operator",
  leastScope: "read",
  standsFor: "own",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, limit: "20" },
    response: {
      ok: true,
      operations: [
        {
          ...{
            operationId: "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
            status: "waiting",
            tool: buildVaultSwap.name,
          },
          arguments: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" },
          ...{
            description: "Swap 100 USDC for about 0.04 ETH",
            message: "Swap 100 USDC for at least 0.0396 ETH.",
          },
          ...{ createdAt: 1_795_000_000_000, expiresAt: 1_795_000_180_000, grant: null },
          ...{ swapMeta: null, refusal: null },
          ...{ answer: null, transaction: null },
        },
      ],
      page: { limit: 20, nextCursor: null },
    },
  },
  query,
  body: z.undefined(),
  output,
  noStore: true,
  reads: readOf,
  handle: async (ctx, { query, raw }) => {
    const { stored } = await requireReader(ctx, raw.headers, readOf(query), async () => null);
    const { found = [], nextCursor = null } = stored.operations ?? {};
    const nowMs = ctx.deps.clock.nowMs();
    return {
      ok: true as const,
      operations: found.map((one) => showOperation(one, nowMs)),
      page: { limit: query.limit, nextCursor },
    };
  },
});
