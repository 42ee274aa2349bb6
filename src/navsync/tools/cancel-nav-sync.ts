import * as z from "zod";
import { navSync } from "../../../schemas/nav-sync.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { cancelOrders } from "../../store/orders/cancel-orders.ts";
import { damagedDropped, outNotice } from "../../tools/damaged-lines.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { navSyncKind } from "../nav-sync-kind.ts";
import { stateOfSync } from "../nav-sync-text.ts";
import { navSyncOutput } from "./list-nav-syncs.ts";

/** Cancels a NAV sync for good. */
export const cancelNavSync = defineTool({
  name: "cancel_nav_sync",
  description: "Cancels a NAV sync by its configId.",
  category: "NAV Sync",
  says: ["cancel nav sync {order:configId}", "~@cancel nav sync {order:configId} [no|number]"],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: z.object({ configId: z.int().min(1).describe("Number of the NAV sync.") }),
  example: { configId: 1 },
  needsSignature: false,
  hints: { idempotent: true, openWorld: false },
  model: {
    grounding: {
      example: "cancel nav sync 3",
      acts: ["cancel sync", "stop sync", "delete sync", "end sync"],
      words: "nav number id",
      fields: { configId: { is: "number" } },
    },
  },
  output: () =>
    z.object({
      configId: z.int(),
      state: navSyncOutput().shape.state,
      pendingHashes: z.array(z.string()).describe("Sent before, and may still be mined."),
    }),
  run: async (ctx, { configId }) => {
    const { deps, chainId, vault } = ctx;
    const { cancelled, unreadable, dropped } = await cancelOrders.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      vault,
      kind: navSyncKind.kind,
      reachesOwn: true,
      chainIds: [chainId],
      operator: operatorOf(ctx),
      id: configId,
    });
    if (dropped || unreadable.length > 0)
      return allow({
        message: damagedDropped(configId),
        data: { configId, state: "cancelled", pendingHashes: [] },
      });
    const [found] = cancelled;
    if (found === undefined)
      return refuse("nav_sync_not_found", `There is no open NAV sync #${configId} of this vault.`, {
        configId,
      });
    const order = navSync.parse(found.order);
    const { openAttempt } = found;
    return allow({
      message:
        `NAV sync #${configId} cancelled after ${order.syncsExecuted} ` +
        `transfers.${outNotice(openAttempt, "One of its transfers")}`,
      suggestions: ["List NAV syncs with list_nav_syncs"],
      data: { configId, state: stateOfSync(order), pendingHashes: openAttempt?.hashes ?? [] },
    });
  },
});
