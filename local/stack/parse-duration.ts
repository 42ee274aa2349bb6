const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** "90s", "5m" or "2h" in milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^([1-9][0-9]{0,6})([smh])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return count === undefined || unitMs === undefined ? undefined : Number(count) * unitMs;
}
