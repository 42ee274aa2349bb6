import * as z from "zod";
import { delegationRecord } from "../../../schemas/delegation-record.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { vaultLimits } from "../../../schemas/vault-limits.ts";
import { venuePrice } from "../../../schemas/venue-price.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { effectiveSettings } from "./effective-settings.ts";
import { storedPerpLimits } from "./stored-perp-limits.ts";

/** What the store knows about one call's operator and vault (lua-context.ts). */
export const callContext = z.object({
  settings: effectiveSettings,
  /** The operator has signed the bound form, before or in this call. */
  boundSeen: z.boolean(),
  delegation: absentToNull(storedJson(delegationRecord)),
  frozen: z.boolean(),
  /** Nonces of the delegation record's agent. `lowestOpen` is the next that can be mined. */
  nonceQueue: absentToNull(
    z.object({
      agent: hexAddress,
      highestConfirmed: absentToNull(z.int()),
      highestOpen: absentToNull(z.int()),
      lowestOpen: absentToNull(z.int()),
    }),
  ),
  /** Highest confirmed NAV per unit of the last 24 hours, in base units. */
  navBaseline: absentToNull(baseUnits),
  /** What venues asked and gave for the chain's deep tokens a few minutes ago, of those that answered. */
  venuePrices: luaArray(venuePrice).optional(),
  /** The operator has a channel for notifications: a chat, or a webhook. */
  paired: z.boolean(),
  perpLimits: storedPerpLimits,
  /** What bounds the calls of this vault; null: nothing was ever set. */
  limits: absentToNull(storedJson(vaultLimits)),
  /** What was given away in the last 24 hours, in base units of the base token: of all, and by bought token. null: without limits. */
  spent: absentToNull(
    z.object({ day: baseUnits, tokens: luaArray(z.object({ token: hexAddress, value: baseUnits })) }),
  ),
});
export type CallContext = z.infer<typeof callContext>;
