import * as z from "zod";
import { ownerOnly } from "../../auth/owner-only.ts";
import { unwrap } from "../../errors.ts";
import { allow } from "../../lib/verdict.ts";
import { readAsOperator } from "../../store/vaults/read-as-operator.ts";
import { chainInput } from "../../tools/chain-argument.ts";
import { defineTool, readsAs } from "../../tools/tool.ts";
import { overviewLines } from "../overview-lines.ts";
import { overviewOutput } from "../overview-output.ts";
import { overviewRead, readSeenVault } from "../overview-read.ts";
import { readPart } from "../read-part.ts";
import { showOverview } from "../show-overview.ts";

/** Serves what GET /api/vault serves. One store read beside the chain's. */
export const getVaultOverview = defineTool({
  name: "get_vault_overview",
  description:
    "Shows all of a vault to its operator: NAV, total value, holdings with oracle value and " +
    "share, LP and perpetual positions, agent wallet and its coin, delegation, freeze, what " +
    "limits and loss budget leave, open orders, waiting operations. A part that cannot be " +
    "read says so.",
  category: "Vault Info",
  says: ["vault overview", "full overview", "everything about|of this|the|my vault"],
  access: "operator",
  leastScope: "read",
  effect: "read",
  alsoOnVenues: true,
  input: chainInput,
  example: {},
  model: "shown",
  // As GET /api/vault has them: whole in the OpenAPI document, too large for each listing of tools.
  output: () =>
    overviewOutput()
      .pick({ name: true, baseToken: true, isFrozen: true, block: true })
      .loose()
      .extend({
        nav: asRouteHasIt(),
        holdings: z.union([z.array(z.looseObject({})), asRouteHasIt()]),
        delegation: asRouteHasIt().nullable(),
        agent: asRouteHasIt(),
        lossBudget: asRouteHasIt(),
        positions: asRouteHasIt(),
        limitsLeft: asRouteHasIt(),
        orders: asRouteHasIt(),
        operations: asRouteHasIt(),
      }),
  run: async (ctx) => {
    const { deps, chainId, vault } = ctx;
    const owned = ctx.owner().then((owner) => unwrap(ownerOnly(owner, ctx)));
    const [seen, context, stored] = await Promise.all([
      readSeenVault(ctx, ctx.stored(), owned),
      ctx.stored(),
      readPart(async () => {
        const read = { ...overviewRead({ vault, chainId }), ...readsAs(ctx) };
        return allow(
          await readAsOperator.run(deps.redis, deps.keys, { ...read, nowMs: deps.clock.nowMs() }),
        );
      }),
    ]);
    if (!seen.ok) return seen;
    const shown = {
      chain: deps.chain(chainId),
      nowMs: deps.clock.nowMs(),
      tool: getVaultOverview.name,
    };
    const data = showOverview(seen.value, { context, stored, grant: ctx.grant }, shown);
    return allow({ message: overviewLines(data, seen.value, chainId).join("\n"), data });
  },
});

const asRouteHasIt = () => z.looseObject({});
