import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";

const sums = { dayPpb: z.int(), weekPpb: z.int(), dayLimitBps: z.int(), weekLimitBps: z.int() };

/** This call's loss, and the sums without it, in parts per billion. */
export const lossFigures = z.object({
  lossPpb: z.int(),
  ...sums,
  /** Only what other open attempts hold exceeds the limit. */
  isHeld: z.boolean(),
});
export type LossFigures = z.infer<typeof lossFigures>;

/** This sync's share of the vault's value, and the sums without it, in parts per billion. */
export const syncFigures = z.object({ syncPpb: z.int(), ...sums });
export type SyncFigures = z.infer<typeof syncFigures>;

/** Figures of a 24-hour limit, in base units of the base token. */
export const limitFigures = z.object({
  limit: z.enum(["maxPerDay", "maxPerTokenPerDay"]),
  token: hexAddress.optional(),
  used: baseUnits,
  wanted: baseUnits,
  allowed: baseUnits,
});
export type LimitFigures = z.infer<typeof limitFigures>;

/**
 * Most that a call may spend, in base units of the base token at the vault's oracle. A sum of 24
 * hours may not pass `allowed`; absent: only counted.
 */
export const spend = z.object({
  all: baseUnits,
  allowed: baseUnits.optional(),
  bought: z.array(z.object({ token: hexAddress, value: baseUnits, allowed: baseUnits.optional() })),
});
export type Spend = z.infer<typeof spend>;
