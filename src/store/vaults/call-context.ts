import * as z from "zod";
import { delegationRecord } from "../../../schemas/delegation-record.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
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
  /** Highest NAV per unit of the last 24 hours, in base units. */
  navBaseline: absentToNull(baseUnits),
  paired: z.boolean(),
  perpLimits: storedPerpLimits,
});
export type CallContext = z.infer<typeof callContext>;
