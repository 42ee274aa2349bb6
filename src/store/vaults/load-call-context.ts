import * as z from "zod";
import { agentGrant, grantFault, grantScope } from "../../../schemas/agent-grant.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { delegationRecord } from "../../../schemas/delegation-record.ts";
import { operatorSettings } from "../../../schemas/operator-settings.ts";
import { PERP_LIMITS, type PerpLimits, perpLimits } from "../../../schemas/perp-limits.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { vaultLimits } from "../../../schemas/vault-limits.ts";
import { venuePrice } from "../../../schemas/venue-price.ts";
import type { AgentOfGrant } from "../../kinds/agent-of-grant.ts";
import type { CallContext } from "../../kinds/call-context.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaNav } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { luaVenuePrices } from "../attempts/lua-venue-prices.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaContext, luaGrantContext, luaGrants, luaSettings } from "./lua-context.ts";

const bps = z
  .string()
  .regex(/^[0-9]{1,5}$/)
  .transform(Number)
  .optional();

/** Settings in force; a missing field has its default. */
export const effectiveSettings = z
  .object({
    slippageBps: bps,
    syncToleranceBps: bps,
    swapShieldBps: bps,
    navShieldBps: bps,
    execMode: z.string().optional(),
    approveWith: z.string().optional(),
    lossDayBps: bps,
    lossWeekBps: bps,
    syncDayBps: bps,
  })
  .transform((settings): unknown => settings)
  .pipe(operatorSettings);

const NAMES = Object.keys(PERP_LIMITS) as (keyof PerpLimits)[];

/** Whole numbers in the table's order. Absent: the defaults. */
export const storedPerpLimits = z
  .string()
  .nullish()
  .transform((text): unknown =>
    Object.fromEntries(
      NAMES.map((name, at) => [
        name,
        text == null ? PERP_LIMITS[name].default : Number(text.split("|")[at]),
      ]),
    ),
  )
  .pipe(perpLimits);

export const callContext: z.ZodType<CallContext> = z.object({
  settings: effectiveSettings,
  boundSeen: z.boolean(),
  delegation: orNull(storedJson(delegationRecord)),
  frozen: z.boolean(),
  nonceQueue: orNull(
    z.object({
      agent: hexAddress,
      highestConfirmed: orNull(z.int()),
      highestOpen: orNull(z.int()),
      lowestOpen: orNull(z.int()),
    }),
  ),
  navBaseline: orNull(baseUnits),
  venuePrices: luaArray(venuePrice).optional(),
  paired: z.boolean(),
  perpLimits: storedPerpLimits,
  limits: orNull(storedJson(vaultLimits)),
  grant: storedJson(agentGrant).optional(),
  grantFault: grantFault.optional(),
  tokenScope: grantScope.optional(),
  spent: orNull(
    z.object({
      day: baseUnits,
      tokens: luaArray(z.object({ token: hexAddress, value: baseUnits })),
    }),
  ),
});

type Input = ReadCall & {
  chainId: ChainId;
  vault: string;
  /** A verified one (decision D3). Absent: only the vault's facts. */
  operator?: string | undefined;
  by?: AgentOfGrant | undefined;
};

/** Reads everything in one trip. It writes nothing, so the vault's owner need not be known yet. */
export const loadCallContext = defineScript({
  name: "load-call-context",
  effect: "read",
  uses: [
    luaAttempts,
    luaNav,
    luaVenuePrices,
    luaSettings,
    luaDecimals,
    luaSpent,
    luaContext,
    luaGrants,
    luaGrantContext,
  ],
  lua: `
local function main(input, now)
  return (context_for(now, input.chainId, input.vault, input.operator, input.by))
end`,
  encode: (input: Input) => input,
  declares: (keys, { chainId, vault, operator, by }) => [
    keys.delegation(chainId, vault),
    keys.frozen(vault),
    keys.nav(chainId, vault),
    keys.venuePrices(chainId),
    ...(by === undefined ? [] : [keys.grant(by.id)]),
    ...(by?.token === undefined ? [] : [keys.grantTokens(by.id)]),
    ...(operator === undefined
      ? []
      : [
          keys.settings(operator),
          keys.boundForm(operator),
          keys.channels(operator),
          keys.lossLimits(operator, chainId, vault),
          keys.perpLimits(operator, chainId, vault),
          keys.webhooks(operator),
          keys.limits(operator, chainId, vault),
        ]),
  ],
  output: callContext,
});
