import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { createNavSync as createNavSyncInput } from "../../../schemas/create-nav-sync.ts";
import { navSync } from "../../../schemas/nav-sync.ts";
import { resolveToken } from "../../chain/resolve-token.ts";
import { chainOf } from "../../chain-of.ts";
import { newOrder } from "../../kinds/kind-of.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { createOrder } from "../../store/orders/create-order.ts";
import { foreseeFunds, mustBeDelegated } from "../../tools/must-be-named.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { navSyncFromInput } from "../nav-sync-from-input.ts";
import { navSyncText } from "../nav-sync-text.ts";

/** depositV3((...)) */
const NEEDED = ["0x770d096f"] as const;

export const createNavSync = defineTool({
  name: "create_nav_sync",
  description:
    "Creates a NAV sync: at every interval the vault's NAV per unit is compared over its " +
    "chains, and where the highest is above the lowest by more than the threshold, the agent " +
    "wallet sends a token between them, within a cap per run and per day. One per vault.",
  category: "NAV Sync",
  says: [
    "create a nav sync in {coin:token} {every:intervalMinutes} at {bps:thresholdBps}",
    "~create|start|set|new|open|make|add|schedule nav sync|syncs {coin:token} " +
      "{every:intervalMinutes} {bps:thresholdBps} [threshold|deviation] " +
      "[checked|check|checking|run] [up] [over|above]",
    "~create|start|set|new|open|make|add|schedule nav sync|syncs {every:intervalMinutes} [up]",
    "~create|start|set|new|open|make|add|schedule nav sync|syncs {coin:token} " +
      "{every:intervalMinutes} [checked|check|checking|run] [up]",
  ],
  access: "operator",
  leastScope: "owner",
  effect: "state",
  input: createNavSyncInput,
  example: { intervalMinutes: 30, thresholdBps: 200, maxPerRun: "500", maxPerDay: "2000" },
  humanOwned: ["thresholdBps", "maxPerRun", "maxPerDay"],
  needsSignature: true,
  tradesLater: () => true,
  model: {
    description:
      "Creates a NAV sync: at every interval the vault's NAV per unit is compared over its " +
      "chains, and evened out by the agent wallet within the service's default caps. One per " +
      "vault.",
    grounding: {
      example: "create a nav sync every 30 minutes",
      acts: ["create sync", "start sync", "set up sync"],
      words: "nav new",
      fields: { token: { is: "token" }, intervalMinutes: { is: "minutes" } },
    },
  },
  output: () => z.object({ configId: z.int(), navSync }),
  // A run may send from any chain; only this one's means are known.
  foresee: async (ctx, { navSync: { token } }) => {
    const { deps, chainId } = ctx;
    const found = await resolveToken(
      deps.chain(chainId),
      deps.caches.tokens,
      deps.clock.nowMs(),
      token,
    );
    if (!found.ok) return {};
    const { address, symbol, decimals } = found.value;
    const what = `From ${chainOf(chainId).name} a run sends at least`;
    return foreseeFunds(ctx, { token: address, symbol, decimals, neededBase: 1n, what });
  },
  run: async (ctx, input) => {
    const { deps, chainId, vault } = ctx;
    const operator = operatorOf(ctx);
    const nowMs = deps.clock.nowMs();
    const sync = navSyncFromInput({ input, chainId, vault, operator, nowMs });
    if (!sync.ok) return sync;
    const delegated = await mustBeDelegated(ctx, NEEDED, "a NAV sync");
    if (!delegated.ok) return delegated;
    const created = await createOrder.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      ...(await newOrder(deps.tables, sync.value)),
    });
    if (!created.ok)
      return created.code === "vault_limit"
        ? refusalOfSecond(created)
        : refusalOfMany(created.active);
    const { id } = created;
    const order = navSync.parse(created.order);
    return allow({
      message:
        `NAV sync created.\n${navSyncText(order)}\nThe agent wallet needs the same ` +
        "delegation on every chain that it may send from, and gas there.",
      suggestions: ["List it with list_nav_syncs", `Cancel it with cancel_nav_sync configId ${id}`],
      data: { configId: id, navSync: order },
    });
  },
});

const refusalOfSecond = ({ id, chainId }: { id: number; chainId: ChainId }) =>
  refuse(
    "nav_sync_exists",
    `You have NAV sync #${id} of this vault already, created on ${chainOf(chainId).name}. ` +
      `Cancel it first with cancel_nav_sync configId ${id}.`,
    { configId: id, chainId },
  );

const refusalOfMany = (active: number) =>
  refuse(
    "twap_order_limit",
    `You have ${active} active TWAP orders and NAV syncs over all vaults, the most allowed. ` +
      "Cancel one first.",
    { active },
  );
