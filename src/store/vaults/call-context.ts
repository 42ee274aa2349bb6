import * as z from "zod";
import { delegationRecord } from "../../../schemas/delegation-record.ts";
import { operatorSettings } from "../../../schemas/operator-settings.ts";
import { PERP_LIMITS, type PerpLimits, perpLimits } from "../../../schemas/perp-limits.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { vaultLimits } from "../../../schemas/vault-limits.ts";
import { venuePrice } from "../../../schemas/venue-price.ts";
import type { CallContext } from "../../kinds/call-context.ts";
import { absentToNull, luaArray, storedJson } from "../kernel/stored-json.ts";

const bps = z
  .string()
  .regex(/^[0-9]{1,5}$/)
  .transform(Number)
  .optional();

/** Stored values are texts. Only settings in force are shown; a missing field means its default. */
export const effectiveSettings = z
  .object({
    slippageBps: bps,
    syncToleranceBps: bps,
    swapShieldBps: bps,
    navShieldBps: bps,
    execMode: z.string().optional(),
    lossDayBps: bps,
    lossWeekBps: bps,
    syncDayBps: bps,
  })
  .transform((settings): unknown => settings)
  .pipe(operatorSettings);

const NAMES = Object.keys(PERP_LIMITS) as (keyof PerpLimits)[];

/** Whole numbers in the order of the table. Absent: the defaults. */
export const storedPerpLimits = z
  .string()
  .nullish()
  .transform((text): unknown =>
    Object.fromEntries(
      NAMES.map((name, at) => [name, text == null ? PERP_LIMITS[name].default : Number(text.split("|")[at])]),
    ),
  )
  .pipe(perpLimits);

/** lua-context.ts. */
export const callContext: z.ZodType<CallContext> = z.object({
  settings: effectiveSettings,
  boundSeen: z.boolean(),
  delegation: absentToNull(storedJson(delegationRecord)),
  frozen: z.boolean(),
  nonceQueue: absentToNull(
    z.object({
      agent: hexAddress,
      highestConfirmed: absentToNull(z.int()),
      highestOpen: absentToNull(z.int()),
      lowestOpen: absentToNull(z.int()),
    }),
  ),
  navBaseline: absentToNull(baseUnits),
  venuePrices: luaArray(venuePrice).optional(),
  paired: z.boolean(),
  perpLimits: storedPerpLimits,
  limits: absentToNull(storedJson(vaultLimits)),
  spent: absentToNull(
    z.object({ day: baseUnits, tokens: luaArray(z.object({ token: hexAddress, value: baseUnits })) }),
  ),
});
