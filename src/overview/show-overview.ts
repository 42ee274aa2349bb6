import { SETTINGS_DEFAULTS } from "../../schemas/vaults/operator-settings.ts";
import type { VaultGlance } from "../../schemas/vaults/vault-overview.ts";
import type { ChainDeps } from "../deps.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { formatUnits, PARTS_PER_BILLION, percentOfPpb, WHOLE_BPS } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { shownOperation } from "../operations/shown-operation.ts";
import { isBounded } from "../settings/limit-lines.ts";
import { vaultLimitsState } from "../settings/vault-limits-state.ts";
import { shownOrders } from "../tables/listed-orders-output.ts";
import { getVaultLimits } from "../tools/get-vault-limits.ts";
import type { Portfolio, ValuedHolding } from "../vaults/read-portfolio.ts";
import type { Overview } from "./overview-output.ts";
import type { SeenVault, StoredOverview } from "./overview-read.ts";
import { shownPart } from "./read-part.ts";

type Shown = { chain: Pick<ChainDeps, "chainId" | "addresses">; nowMs: number; tool: string };

/** The answer of what was seen and stored. `tool`: whose name in a grant opens all of it. */
export function showOverview(
  { portfolio, positions, agent }: SeenVault,
  { context, stored, grant }: StoredOverview,
  { chain, nowMs, tool }: Shown,
): Overview {
  const { nav, holdings, block, baseToken } = portfolio;
  const inBase = (amount: bigint) => formatUnits(amount, baseToken.decimals);
  const limited = mayRead(grant, tool);
  return {
    ...glanceOf(portfolio, context),
    block: block.toString(),
    nav: shownPart(nav, ({ unitaryValue, netTotalValue }) => ({
      unitaryValue: inBase(unitaryValue),
      unitaryValueBase: unitaryValue.toString(),
      netTotalValue: inBase(netTotalValue),
      netTotalValueBase: netTotalValue.toString(),
    })),
    holdings: shownPart(holdings, (held) => held.map((one) => holdingOf(one, portfolio))),
    positions: positions.data,
    agent: shownPart(agent, (gas) => gas),
    limitsLeft: shownPart(limited, () => vaultLimitsState(context, chain.addresses)),
    lossBudget: shownPart(limited.ok ? stored : limited, (read) =>
      budgetOf(context, required(read.losses)),
    ),
    orders: shownPart(stored, ({ orders, venueOrders }) => ({
      ...shownOrders(
        { orders: required(orders), venueOrders },
        { chainId: chain.chainId, state: "open" },
      ),
      isAll: (orders?.nextCursor ?? null) === null,
    })),
    operations: shownPart(stored, ({ operations }) => ({
      waiting: required(operations)
        .found.map((one) => shownOperation(one, nowMs))
        .filter(({ status }) => status === "waiting"),
      isAll: (operations?.nextCursor ?? null) === null,
    })),
  };
}

function glanceOf(
  { pool, totalSupplyBase, baseToken, nav }: Portfolio,
  context: CallContext,
): VaultGlance {
  const { frozen, limits, delegation } = context;
  const { address, symbol, decimals } = baseToken;
  return {
    name: sanitize(pool.name, 64),
    symbol: sanitize(pool.symbol, 16),
    owner: pool.owner,
    decimals: pool.decimals,
    totalSupplyBase: totalSupplyBase.toString(),
    baseToken: { address, symbol, decimals },
    unitaryValue: nav.ok ? formatUnits(nav.value.unitaryValue, decimals) : null,
    netTotalValue: nav.ok ? formatUnits(nav.value.netTotalValue, decimals) : null,
    isFrozen: frozen,
    limits: isBounded(limits) ? "set" : "none",
    delegation: delegation && {
      agent: delegation.agent,
      isEnabled: delegation.enabled,
      methods: delegation.selectors.length,
    },
  };
}

function holdingOf({ value, isCounted, ...balance }: ValuedHolding, { baseToken, nav }: Portfolio) {
  const total =
    isCounted && nav.ok && nav.value.netTotalValue > 0n ? nav.value.netTotalValue : undefined;
  return {
    ...balance,
    isCounted,
    value: shownPart(value, (base) => ({
      amount: formatUnits(base, baseToken.decimals),
      amountBase: base.toString(),
      shareOfNavBps: total === undefined ? null : Number((base * WHOLE_BPS) / total),
    })),
  };
}

function budgetOf(
  { settings }: CallContext,
  { dayPpb, weekPpb }: { dayPpb: number; weekPpb: number },
) {
  const of = (limitBps: number, usedPpb: number) => ({
    limitBps,
    used: percentOfPpb(usedPpb),
    left: percentOfPpb(Math.max(0, limitBps * Number(PARTS_PER_BILLION.perBps) - usedPpb)),
  });
  return {
    day: of(settings.lossDayBps ?? SETTINGS_DEFAULTS.lossDayBps, dayPpb),
    week: of(settings.lossWeekBps ?? SETTINGS_DEFAULTS.lossWeekBps, weekPpb),
  };
}

/** A grant with tools reads limits and loss budget only by a tool that shows them. */
function mayRead(grant: StoredOverview["grant"], tool: string): Verdict {
  const isOpen =
    grant?.tools === undefined ||
    [tool, getVaultLimits.name].some((name) => grant.tools?.includes(name));
  return isOpen
    ? allow(undefined)
    : refuse("grant_forbids", `${getVaultLimits.name} is not among the tools of this grant.`);
}

/** Throws a plain Error for what overviewRead asks the store for and it did not answer. */
function required<T>(read: T | undefined): T {
  if (read === undefined) throw new Error("a part of the overview was not read");
  return read;
}
