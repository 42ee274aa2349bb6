import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";

/** This call's figure and the sums without it in parts per billion, the limits in basis points. */
export const lossFigures = z.object({
  lossPpb: z.int(),
  dayPpb: z.int(),
  weekPpb: z.int(),
  dayLimitBps: z.int(),
  weekLimitBps: z.int(),
  /** The sums are over only by what is held for the wallet's other open attempts. */
  isHeld: z.boolean(),
});
export type LossFigures = z.infer<typeof lossFigures>;

/** This sync's part of the vault's value and the sums without it in parts per billion, the limits in basis points. */
export const syncFigures = z.object({
  syncPpb: z.int(),
  dayPpb: z.int(),
  weekPpb: z.int(),
  dayLimitBps: z.int(),
  weekLimitBps: z.int(),
});
export type SyncFigures = z.infer<typeof syncFigures>;

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

/**
 * At most, by the vault's oracle in base units of its base token: in all, and for each token that it may buy. `allowed`: what this may not
 * bring a sum of 24 hours above; absent: it is counted only.
 */
export const spend = z.object({
  all: baseUnits,
  allowed: baseUnits.optional(),
  bought: z.array(z.object({ token: hexAddress, value: baseUnits, allowed: baseUnits.optional() })),
});
export type Spend = z.infer<typeof spend>;
