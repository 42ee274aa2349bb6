import * as z from "zod";
import { allow } from "../lib/allow.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { navSyncText } from "../navsync/nav-sync-text.ts";
import { stateOfSync } from "../navsync/state-of-sync.ts";
import { listOrders } from "../store/orders/list-orders.ts";
import { damagedLines } from "./damaged-lines.ts";
import { navSyncOutput } from "./nav-sync-output.ts";
import { operatorOf } from "./operator-of.ts";
import { defineTool } from "./tool.ts";

/** The vault's NAV syncs: those created on this chain, and the caller's own wherever it was created. */
export const listNavSyncs = defineTool({
  name: "list_nav_syncs",
  description:
    "Lists the vault's NAV syncs, active and closed, with their caps, what they sent, and what they found last.",
  category: "NAV Sync",
  access: "operator",
  effect: "read",
  input: z.object({}),
  example: {},
  hints: { openWorld: false },
  model: "shown",
  output: () => z.object({ navSyncs: z.array(navSyncOutput()) }),
  run: async (ctx) => {
    const { deps, chainId, vault } = ctx;
    const operator = lowerHex(operatorOf(ctx));
    const listed = await listOrders.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), vault });
    const navSyncs = listed.navSyncs
      .map(({ order }) => order)
      .filter((sync) => sync.chainId === chainId || sync.operatorAddress === operator);
    return allow({
      message: [
        ...(navSyncs.length === 0 ? ["There is no NAV sync of this vault."] : navSyncs.map(navSyncText)),
        ...damagedLines(listed.unreadable),
      ].join("\n\n"),
      data: { navSyncs: navSyncs.map((sync) => ({ ...sync, state: stateOfSync(sync) })) },
    });
  },
});
