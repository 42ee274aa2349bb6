import { minutesOfClock } from "./minutes-of-clock.ts";

const MS = { minute: 60_000, day: 86_400_000 };

/** A time as it was said; lower case. */
export type SaidTime = { day?: string | undefined; clock: string; zone: string };

/**
 * The moment that a time of day means, in Unix ms: the next such one after `afterMs` where no day is said, else that day's in its own zone.
 * Undefined for hours that no clock has ("14:00 pm").
 */
export function timeOfWords({ day, clock, zone }: SaidTime, afterMs: number): number | undefined {
  const minutes = minutesOfClock(clock);
  if (minutes === undefined) return undefined;
  const [, sign, hours = "0", rest = "0"] = /([+-]) ?(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const offsetMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest)) * MS.minute;
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  if (date !== null) {
    const [, year, month, dayOfMonth] = date.map(Number) as [number, number, number, number];
    const start = Date.UTC(year, month - 1, dayOfMonth);
    // No 31st of June.
    return new Date(start).toISOString().startsWith(day ?? "") ? start - offsetMs + minutes * MS.minute : undefined;
  }
  const midnight = Math.floor((afterMs + offsetMs) / MS.day) * MS.day - offsetMs;
  const at = midnight + minutes * MS.minute;
  if (day === "tomorrow") return at + MS.day;
  return day === undefined && at <= afterMs ? at + MS.day : at;
}
