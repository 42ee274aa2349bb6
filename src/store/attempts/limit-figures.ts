import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";

/** What a limit of 24 hours says: what others used of it, what this call wants and what is allowed, in base units of the vault's base token. */
export const limitFigures = z.object({
  limit: z.enum(["maxPerDay", "maxPerTokenPerDay"]),
  /** Of a limit for one bought token. */
  token: hexAddress.optional(),
  used: baseUnits,
  wanted: baseUnits,
  allowed: baseUnits,
});
export type LimitFigures = z.infer<typeof limitFigures>;
