import * as z from "zod";
import { type NavSync, navSync, navSyncStatus } from "../../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../../schemas/nav-sync-limits.ts";
import { lookAtSent, type Underway } from "../../bridge/look-at-deposit.ts";
import { ordersOf } from "../../kinds/kind-of.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { allow } from "../../lib/verdict.ts";
import { listOrders } from "../../store/orders/get-order.ts";
import { toldUnderway, underwayOutput } from "../../tools/bridge-output.ts";
import { damagedLines } from "../../tools/damaged-lines.ts";
import { defineTool, operatorOf, type ToolContext } from "../../tools/tool.ts";
import { type NavSyncState, navSyncText, stateOfSync } from "../nav-sync-text.ts";

/** Lists this chain's syncs, and the caller's own from all chains. */
export const listNavSyncs = defineTool({
  name: "list_nav_syncs",
  description:
    "Lists the vault's NAV syncs, active and closed, with their caps, what they sent, and " +
    "what they found last.",
  category: "NAV Sync",
  says: ["nav syncs", "~nav syncs|sync [scheduled|set|active|open|list]"],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: z.object({}),
  example: {},
  model: "shown",
  output: () =>
    z.object({
      navSyncs: z.array(navSyncOutput()),
      underway: underwayOutput().describe(
        "What they sent last, within a day, where it has not arrived.",
      ),
    }),
  run: async (ctx) => {
    const { deps, chainId, vault } = ctx;
    const operator = lowerHex(operatorOf(ctx));
    const listed = await listOrders.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      vault,
    });
    const navSyncs = ordersOf("nav_sync", listed.orders).filter(
      (sync) => sync.chainId === chainId || sync.operatorAddress === operator,
    );
    const underway = await lastOf(ctx, navSyncs);
    return allow({
      message: [
        ...(navSyncs.length === 0
          ? ["There is no NAV sync of this vault."]
          : navSyncs.map(navSyncText)),
        ...toldUnderway(underway).lines,
        ...damagedLines(listed.unreadable),
      ].join("\n\n"),
      data: {
        navSyncs: navSyncs.map((sync) => ({ ...sync, state: stateOfSync(sync) })),
        underway: toldUnderway(underway).data,
      },
    });
  },
});

/** Nodes prune receipts; within a day a deposit arrived or was paid back. */
async function lastOf({ deps, vault }: ToolContext, syncs: readonly NavSync[]): Promise<Underway> {
  const since = deps.clock.nowMs() - NAV_SYNC_LIMITS.dayMs;
  const last = syncs.flatMap(({ lastSync }) =>
    lastSync?.hash !== undefined && lastSync.atMs > since
      ? [{ hash: lowerHex(lastSync.hash), source: lastSync.fromChainId }]
      : [],
  );
  return lookAtSent(deps, vault, last);
}

export const navSyncOutput = () =>
  navSync.extend({
    state: z.enum([...navSyncStatus.options, "cancelling"]) satisfies z.ZodType<NavSyncState>,
  });
