import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { ORDER_KINDS } from "../../schemas/order-kinds.ts";
import { vaultQuery } from "../../schemas/vault-query.ts";
import { requireReader } from "../../src/auth/require-reader.ts";
import { defineRoute } from "../../src/route.ts";
import type { OperatorRead } from "../../src/store/vaults/read-as-operator.ts";
import { listedOrdersOutput, shownOrders } from "../../src/tables/listed-orders-output.ts";
import { getVaultInfo } from "../../src/tools/get-vault-info.ts";

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be an integer")
  .transform(Number);
const number = { type: "integer" as const, pattern: undefined, minimum: 1 };

const query = vaultQuery.extend({
  state: z
    .enum(["all", "open"])
    .default("all")
    .describe("open: those that are active, paused ones included."),
  cursor: digits
    .pipe(z.int().min(1))
    .optional()
    .meta({ ...number, description: "`nextCursor` of the page before." }),
  limit: digits
    .pipe(z.int().min(1).max(50))
    .default(20)
    .meta({ ...number, maximum: 50, description: "Orders of a page." }),
});

const output = z.object({
  ok: z.literal(true),
  ...listedOrdersOutput().shape,
  page: z.object({ limit: z.int(), nextCursor: z.int().nullable() }),
});

/** Each kind by its name, in words. */
const KINDS = Object.values(ORDER_KINDS)
  .map(({ called }) => called)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " and ");
const MORE = Object.values(ORDER_KINDS).flatMap((kind) => ("more" in kind ? [kind.more] : []));

const readOf = ({ vault, chainId, state, cursor, limit }: z.infer<typeof query>): OperatorRead => ({
  ...{ vault, chainId },
  orders: { cursor, limit, isOpen: state === "open" },
});

/**
 * Orders of every kind of a vault on one chain, for its owner (decision D13). Those on another
 * chain may be another owner's (decision D3).
 */
export const listOrdersRoute = defineRoute({
  method: "GET",
  path: "/api/orders",
  price: "free",
  operationId: "listOrders",
  summary: "List orders of every kind",
  description: [
    `${KINDS} of the vault on this chain share their numbers, and a page goes down from the ` +
      "newest; orders at venues that act later stand beside them.",
    ...MORE,
  ].join(" "),
  tags: ["Tools"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultInfo.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText, state: "open", limit: "20" },
    response: {
      ...{ ok: true, ...EXAMPLES.orders },
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
    const { nextCursor = null } = stored.orders ?? {};
    return {
      ok: true as const,
      ...shownOrders(stored, query),
      page: { limit: query.limit, nextCursor },
    };
  },
});
