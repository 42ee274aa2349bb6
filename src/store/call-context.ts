import * as z from "zod";
import { delegationRecord } from "../../schemas/delegation-record.ts";
import { operatorSettings } from "../../schemas/operator-settings.ts";
import { baseUnits, hexAddress } from "../../schemas/primitives.ts";
import { absentToNull } from "./absent-to-null.ts";
import { storedJson } from "./stored-json.ts";

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
  })
  .transform((settings): unknown => settings)
  .pipe(operatorSettings);

/** What the store knows about one call's operator and vault (lua/context.ts). */
export const callContext = z.object({
  settings: effectiveSettings,
  /** The operator has signed the bound form, before or in this call. */
  boundSeen: z.boolean(),
  delegation: absentToNull(storedJson(delegationRecord)),
  frozen: z.boolean(),
  /** Nonces of the delegation record's agent. `lowestOpen` above the chain's nonce means a hole that blocks the lane. */
  lane: absentToNull(
    z.object({
      agent: hexAddress,
      highestConfirmed: absentToNull(z.int()),
      highestOpen: absentToNull(z.int()),
      lowestOpen: absentToNull(z.int()),
    }),
  ),
  /** Highest NAV per unit of the last 24 hours, in base units. */
  navBaseline: absentToNull(baseUnits),
  paired: z.boolean(),
});
export type CallContext = z.infer<typeof callContext>;
