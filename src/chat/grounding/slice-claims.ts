import { createTwapOrder } from "../../../schemas/create-twap-order.ts";
import type { Claims, NoClaims } from "./claims.ts";
import { type FigureUse, figuresFor } from "./figures-for.ts";
import type { OwnReading } from "./own-reading.ts";

type Times = OwnReading["times"];

/**
 * How an order's cut stands in the words: its pace as a time, or as a duration by a count; the cut as a figure, or as a duration by a pace.
 * Every time of the words has to agree with it.
 */
export function sliceClaims(
  args: Record<string, unknown>,
  { reading, amount, total }: { reading: OwnReading; amount: FigureUse; total: string },
): Pick<Claims, "figures" | "times"> | NoClaims {
  const parsed = createTwapOrder.pick(CUT).safeParse(args);
  if (!parsed.success) return { reason: "slices" };
  const { sliceAmount, sliceCount, durationMinutes, intervalMinutes } = parsed.data;
  if ([sliceAmount, sliceCount, durationMinutes].filter((value) => value !== undefined).length !== 1)
    return { reason: "slices" };
  const { times } = reading;
  const isTime = (minutes: number) => times.some((time) => time.minutes === minutes);
  const count = sliceCount ?? (sliceAmount === undefined ? undefined : Number(total) / Number(sliceAmount));
  const duration = durationMinutes ?? (count === undefined ? undefined : Math.ceil(count) * intervalMinutes);
  const known = (minutes: number) => minutes === intervalMinutes || minutes === duration;
  // "Hourly, daily": of two paces nobody is guessed.
  if (times.some(({ minutes }) => !known(minutes))) return { reason: "interval" };
  const counts = sliceCount === undefined ? [] : figuresFor(sliceCount, { is: "count" }, reading);
  const isPaceSaid = isTime(intervalMinutes);
  const isDurationSaid = duration !== undefined && isTime(duration);
  if (!isPaceSaid && !(isDurationSaid && counts.length > 0)) return { reason: "interval" };
  if (durationMinutes !== undefined && !isDurationSaid) return { reason: "slices" };
  const figures: Claims["figures"] = [];
  if (sliceAmount !== undefined)
    figures.push({ name: "slice", places: figuresFor(sliceAmount, amount, reading), reason: "slices" });
  // By a duration and a pace the count is said, too.
  const isCounted = isPaceSaid && isDurationSaid && duration !== intervalMinutes;
  if (sliceCount !== undefined && (counts.length > 0 || !isCounted))
    figures.push({ name: "count", places: counts, reason: "slices" });
  return { figures, times: times satisfies Times };
}

const CUT = { sliceAmount: true, sliceCount: true, durationMinutes: true, intervalMinutes: true } as const;
