import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";

/** Of 24 hours: what others used, what this call wants and what is allowed, in base units of the base token. */
export const limitFigures = z.object({
  limit: z.enum(["maxPerDay", "maxPerTokenPerDay"]),
  /** Of a limit for one bought token. */
  token: hexAddress.optional(),
  used: baseUnits,
  wanted: baseUnits,
  allowed: baseUnits,
});
export type LimitFigures = z.infer<typeof limitFigures>;
