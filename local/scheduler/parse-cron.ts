const FIELDS = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12 },
  { name: "day of week", min: 0, max: 7 },
] as const;

/**
 * Reads a five-field cron expression in UTC (numbers, `*`, lists, ranges, steps) and gives the test
 * of a minute, as milliseconds since 1970. When both days are restricted either may match, as in
 * cron(8).
 *
 * @throws Error naming the field that is wrong; names (`MON`) and `CRON_TZ=` are not understood
 * here
 */
export function parseCron(expression: string): (atMs: number) => boolean {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== FIELDS.length)
    throw new Error(`a cron expression has 5 fields, not ${parts.length}`);
  const [minute, hour, day, month, weekday] = FIELDS.map((field, i) =>
    parseField(parts[i] ?? "", field),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const eitherDay = !parts[2]?.startsWith("*") && !parts[4]?.startsWith("*");
  return (atMs) => {
    const at = new Date(atMs);
    const onDay = day.has(at.getUTCDate());
    const onWeekday = weekday.has(at.getUTCDay()) || (at.getUTCDay() === 0 && weekday.has(7));
    const today = eitherDay ? onDay || onWeekday : onDay && onWeekday;
    return (
      minute.has(at.getUTCMinutes()) &&
      hour.has(at.getUTCHours()) &&
      month.has(at.getUTCMonth() + 1) &&
      today
    );
  };
}

function parseField(text: string, { name, min, max }: (typeof FIELDS)[number]): Set<number> {
  const values = new Set<number>();
  for (const item of text.split(",")) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(item);
    const step = Number(match?.[3] ?? 1);
    const from = Number(match?.[1] ?? min);
    // "5/15" runs to the end of the field, "5" is only itself.
    const to = Number(
      match?.[2] ?? (match?.[1] === undefined || match[3] !== undefined ? max : from),
    );
    if (!match || step < 1 || from < min || to > max || from > to)
      throw new Error(`bad cron ${name}: ${item}`);
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return values;
}
