const DAY_SEC = 86_400;

/** Rounded up: "30 days", "1 day", "36 hours". */
export function daysText(seconds: number): string {
  const isDays = seconds % DAY_SEC === 0 || seconds > 2 * DAY_SEC;
  const count = Math.ceil(seconds / (isDays ? DAY_SEC : 3_600));
  return `${count} ${isDays ? "day" : "hour"}${count === 1 ? "" : "s"}`;
}
