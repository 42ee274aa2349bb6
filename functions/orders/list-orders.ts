import * as z from "zod";
import { everyChainId } from "../../schemas/chains.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { hexHash, unixMs } from "../../schemas/primitives.ts";
import { vaultQuery } from "../../schemas/vault-query.ts";
import { venueOrderEnd, venueOrderFamily, venueOrderStatus } from "../../schemas/venue-order.ts";
import { requireReader } from "../../src/auth/require-reader.ts";
import { navSyncOutput } from "../../src/navsync/tools/nav-sync-output.ts";
import { defineRoute } from "../../src/route.ts";
import type { OperatorRead } from "../../src/store/vaults/read-as-operator.ts";
import { shownOrders } from "../../src/tables/shown-orders.ts";
import { triggerOutput } from "../../src/triggers/tools/trigger-output.ts";
import { orderOutput } from "../../src/twap/tools/order-output.ts";

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be an integer")
  .transform(Number);
const number = { type: "integer" as const, pattern: undefined, minimum: 1 };

const query = vaultQuery.extend({
  state: z.enum(["all", "open"]).default("all").describe("open: those that are active, paused ones included."),
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
  orders: z.array(orderOutput()).describe("TWAP orders, the newest first."),
  navSyncs: z.array(navSyncOutput()),
  triggers: z.array(triggerOutput()),
  venueOrders: z
    .array(
      z.object({
        id: z.string(),
        family: venueOrderFamily,
        chainId: everyChainId,
        summary: z.string(),
        status: venueOrderStatus,
        isLate: z.boolean().describe("The venue was to act on it at once, and has not."),
        hash: hexHash,
        createdAt: unixMs,
        end: venueOrderEnd.nullable(),
      }),
    )
    .describe(
      "What the agent wallet has ordered at venues that act later; on the first page alone: open ones, then the last that ended.",
    ),
  unreadable: z.array(z.int()).describe("Numbers of orders whose records are damaged."),
  page: z.object({ limit: z.int(), nextCursor: z.int().nullable() }),
});

const readOf = ({ vault, chainId, state, cursor, limit }: z.infer<typeof query>): OperatorRead => ({
  ...{ vault, chainId },
  orders: { cursor, limit, isOpen: state === "open" },
});

/** Orders of every kind of a vault on one chain, for its owner (decision 459). Those on another chain may be another owner's (19). */
export const listOrdersRoute = defineRoute({
  method: "GET",
  path: "/api/orders",
  price: "free",
  operationId: "listOrders",
  summary: "List orders of every kind",
  description:
    "TWAP orders, NAV syncs and trigger orders of the vault on this chain share their numbers, and a page goes down from the newest; orders at venues that act later stand beside them. What became of each slice of a TWAP order: GET /api/twap-order.",
  tags: ["Tools"],
  auth: "operator",
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: "8453", state: "open", limit: "20" },
    response: {
      ...{ ok: true, orders: [EXAMPLES.order], navSyncs: [], triggers: [], venueOrders: [], unreadable: [] },
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
    return { ok: true as const, ...shownOrders(stored, query), page: { limit: query.limit, nextCursor } };
  },
});
