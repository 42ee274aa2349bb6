import * as z from "zod";
import { operatorSettings } from "../../../schemas/operator-settings.ts";

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
