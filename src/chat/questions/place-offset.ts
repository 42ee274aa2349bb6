/**
 * How far a place's clock is ahead of UTC at a moment, in minutes, by the runtime's own time zone
 * data.
 */
export function placeOffset(place: string, atMs: number): number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: place, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric" },
  });
  const part = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Math.round(
    (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(atMs / 60_000) * 60_000) / 60_000,
  );
}
