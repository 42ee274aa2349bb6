import * as z from "zod";
import { vaultLimitsState as limitsState } from "../../schemas/change-vault-limits.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { SETTINGS_DEFAULTS, SETTINGS_WORDS } from "../../schemas/operator-settings.ts";
import { perpLimits } from "../../schemas/perp-limits.ts";
import { approveWith, execMode } from "../../schemas/settings.ts";
import { vaultQuery } from "../../schemas/vault-query.ts";
import { requireReader } from "../../src/auth/require-reader.ts";
import { AppError } from "../../src/errors.ts";
import { percentOfPpb } from "../../src/lib/parse-units.ts";
import { defineRoute } from "../../src/route.ts";
import { vaultLimitsState } from "../../src/settings/vault-limits-state.ts";
import type { OperatorRead } from "../../src/store/vaults/read-as-operator.ts";
import { getVaultLimits } from "../../src/tools/get-vault-limits.ts";

const bps = (field: keyof typeof SETTINGS_WORDS) =>
  z.int().describe(`${SETTINGS_WORDS[field]}, in basis points.`);
const budget = (what: string) =>
  z
    .object({ limitBps: z.int(), used: z.string().describe('A percentage: "0.42%".') })
    .describe(what);

const output = z.object({
  ok: z.literal(true),
  executionMode: execMode,
  approveWith: approveWith.describe("By which signature a program approves."),
  slippageBps: bps("slippageBps"),
  swapShieldBps: bps("swapShieldBps"),
  navShieldBps: bps("navShieldBps"),
  syncToleranceBps: bps("syncToleranceBps"),
  changed: z
    .array(z.string())
    .describe(
      "Which of these, and of the loss budget, the operator has set; the others stand at " +
        "their defaults.",
    ),
  lossBudget: z.object({
    day: budget("What executed calls may cost the vault per unit in 24 hours."),
    week: budget("The same in 7 days."),
    syncDayBps: z
      .int()
      .nullable()
      .describe(
        "What syncs may take from this chain in 24 hours. null: as the NAV Shield says, at " +
          "most 10%.",
      ),
  }),
  limits: limitsState.describe("The limits of the vault, as GET /api/settings/limits has them."),
  perpLimits,
});

/** Everything that is set for a vault and its operator, as it is in force now (decision D13). */
export const getSettings = defineRoute({
  method: "GET",
  path: "/api/settings",
  price: "free",
  operationId: "getSettings",
  summary: "Read all settings in force",
  description:
    "Mode, slippage, shields, loss budget with what is used of it, limits with what is left " +
    "of them, limits of perpetuals: of the operator, and of the vault on this chain.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "read",
  standsFor: getVaultLimits.name,
  credentials: "headers",
  examples: {
    query: { vault: EXAMPLES.vault, chainId: EXAMPLES.chainIdText },
    response: {
      ...{
        ok: true,
        executionMode: "confirm",
        approveWith: "day",
        slippageBps: 50,
        swapShieldBps: 500,
        navShieldBps: 1_000,
      },
      ...{ syncToleranceBps: 100, changed: ["slippageBps"] },
      lossBudget: {
        day: { limitBps: 1_000, used: "0.42%" },
        week: { limitBps: 1_500, used: "0.42%" },
        syncDayBps: null,
      },
      limits: EXAMPLES.limits,
      perpLimits: {
        ...{
          maxLeverage: 5,
          maxCollateralBps: 1_000,
          maxNotionalBps: 20_000,
          minLiquidationDistanceBps: 500,
        },
        ...{ maxPriceAgeSec: 60, maxPriceDeviationBps: 200 },
      },
    },
  },
  query: vaultQuery,
  body: z.undefined(),
  output,
  noStore: true,
  reads: (query): OperatorRead => ({ ...query, losses: true }),
  handle: async (ctx, { query, raw }) => {
    const { context, stored } = await requireReader(
      ctx,
      raw.headers,
      { ...query, losses: true },
      async () => null,
    );
    const { settings } = context;
    if (stored.losses === undefined)
      throw new AppError("internal_error", "The loss budget was not read.");
    const chosen = Object.entries(settings).filter(([, value]) => value !== undefined);
    const inForce = <K extends keyof typeof SETTINGS_DEFAULTS>(name: K) =>
      settings[name] ?? SETTINGS_DEFAULTS[name];
    return {
      ok: true as const,
      executionMode: inForce("execMode"),
      approveWith: inForce("approveWith"),
      slippageBps: inForce("slippageBps"),
      swapShieldBps: inForce("swapShieldBps"),
      navShieldBps: inForce("navShieldBps"),
      syncToleranceBps: inForce("syncToleranceBps"),
      changed: chosen.map(([name]) => (name === "execMode" ? "executionMode" : name)).sort(),
      lossBudget: {
        day: { limitBps: inForce("lossDayBps"), used: percentOfPpb(stored.losses.dayPpb) },
        week: { limitBps: inForce("lossWeekBps"), used: percentOfPpb(stored.losses.weekPpb) },
        syncDayBps: settings.syncDayBps ?? null,
      },
      limits: vaultLimitsState(context, ctx.deps.chain(query.chainId).addresses),
      perpLimits: context.perpLimits,
    };
  },
});
