import { minutesOfClock } from "./minutes-of-clock.ts";

const MS = { minute: 60_000, day: 86_400_000 };

/** A time as it was said; lower case. */
export type SaidTime = { day?: string | undefined; clock: string; zone: string };

/**
 * The moment that a time of day means, in Unix ms: the next such one after `afterMs` where no day
 * is said, else that day's in its own zone. Undefined for hours that no clock has ("14:00 pm").
 */
export function timeOfWords({ day, clock, zone }: SaidTime, afterMs: number): number | undefined {
  const minutes = minutesOfClock(clock);
  if (minutes === undefined) return undefined;
  const [, sign, hours = "0", rest = "0"] = /([+-]) ?(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const offsetMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest)) * MS.minute;
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dateOf(day, afterMs) ?? "");
  if (date !== null) {
    const [, year, month, dayOfMonth] = date.map(Number) as [number, number, number, number];
    const start = Date.UTC(year, month - 1, dayOfMonth);
    // No 31st of June.
    return new Date(start).toISOString().startsWith(date[0])
      ? start - offsetMs + minutes * MS.minute
      : undefined;
  }
  const midnight = Math.floor((afterMs + offsetMs) / MS.day) * MS.day - offsetMs;
  const at = midnight + minutes * MS.minute;
  if (day === "tomorrow") return at + MS.day;
  return day === undefined && at <= afterMs ? at + MS.day : at;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * "Dec 15", "15th december 2026" as a date: without a year of the next such day. What has no name
 * of a month is left as it is.
 */
function dateOf(day: string | undefined, afterMs: number): string | undefined {
  const month = MONTHS.indexOf(/[a-z]{3,}/.exec(day ?? "")?.[0].slice(0, 3) ?? "");
  if (day === undefined || month < 0) return day;
  const [, date = ""] = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(day) ?? [];
  const now = new Date(afterMs);
  const isOver = Date.UTC(now.getUTCFullYear(), month, Number(date) + 1) <= afterMs;
  const year = /20\d{2}/.exec(day)?.[0] ?? now.getUTCFullYear() + (isOver ? 1 : 0);
  return `${year}-${String(month + 1).padStart(2, "0")}-${date.padStart(2, "0")}`;
}
