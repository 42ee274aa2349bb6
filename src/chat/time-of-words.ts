const MS = { minute: 60_000, day: 86_400_000 };

/** A time as it was said; lower case. */
export type SaidTime = { day?: string | undefined; clock: string; zone: string };

/**
 * The moment that a time of day means, in Unix ms: the next such one after `afterMs` where no day is said, else that day's in its own zone.
 * Undefined for hours that no clock has ("14:00 pm").
 */
export function timeOfWords({ day, clock, zone }: SaidTime, afterMs: number): number | undefined {
  const minutes = minutesOf(clock);
  if (minutes === undefined) return undefined;
  const [, sign, hours = "0", rest = "0"] = /([+-]) ?(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const offsetMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest)) * MS.minute;
  const midnight = Math.floor((afterMs + offsetMs) / MS.day) * MS.day - offsetMs;
  const at = midnight + minutes * MS.minute;
  if (day === "tomorrow") return at + MS.day;
  return day === undefined && at <= afterMs ? at + MS.day : at;
}

function minutesOf(clock: string): number | undefined {
  if (clock === "noon") return 720;
  if (clock === "midnight") return 0;
  const [, hours = "", minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/.exec(clock) ?? [];
  const hour = Number(hours);
  if (hours === "" || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
  return (half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0)) * 60 + Number(minutes);
}
