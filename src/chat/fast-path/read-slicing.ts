import type { Cursor } from "./cursor.ts";
import type { PassReason } from "./pass-reason.ts";
import type { Trade } from "./trade.ts";

type Slicing = Pick<Trade, "sliceAmount" | "sliceCount">;
const SLICES = ["slices", "chunks", "parts", "pieces", "tranches"] as const;

/**
 * How a total is cut; undefined, with nothing taken, where neither a number nor "slices" comes next. `unit` is the
 * trade's own token: an amount in any other one is no slicing.
 * - `X [unit] at a time`
 * - `N slices`, `N slices of X [unit] [each]`, `slices of X [unit]`
 */
export function readSlicing(cursor: Cursor, unit: string): Slicing | PassReason | undefined {
  const number = cursor.number();
  const hasSlices = cursor.word(...SLICES) !== undefined;
  if (number === undefined) return hasSlices ? (readSliceAmount(cursor, unit) ?? "words") : undefined;
  if (!hasSlices) {
    cursor.word(unit.toLowerCase());
    return cursor.phrase("at", "a", "time") ? { sliceAmount: number } : "words";
  }
  const amount = readSliceAmount(cursor, unit);
  return typeof amount === "string" ? amount : { sliceCount: number, ...amount };
}

/** `of X [unit] [each]`; undefined, with nothing taken, where no "of" follows. */
function readSliceAmount(cursor: Cursor, unit: string): Slicing | PassReason | undefined {
  if (cursor.word("of") === undefined) return undefined;
  const sliceAmount = cursor.number();
  if (sliceAmount === undefined) return "words";
  cursor.word(unit.toLowerCase());
  cursor.word("each");
  return { sliceAmount };
}
