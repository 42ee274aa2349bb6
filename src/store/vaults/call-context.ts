import * as z from "zod";
import { agentGrant, grantFault } from "../../../schemas/agent-grant.ts";
import { delegationRecord } from "../../../schemas/delegation-record.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { vaultLimits } from "../../../schemas/vault-limits.ts";
import { venuePrice } from "../../../schemas/venue-price.ts";
import type { CallContext } from "../../kinds/call-context.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { effectiveSettings } from "./effective-settings.ts";
import { storedPerpLimits } from "./stored-perp-limits.ts";

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
  grant: storedJson(agentGrant).optional(),
  grantFault: grantFault.optional(),
  spent: absentToNull(
    z.object({ day: baseUnits, tokens: luaArray(z.object({ token: hexAddress, value: baseUnits })) }),
  ),
});
