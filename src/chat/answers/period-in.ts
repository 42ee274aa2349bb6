const DAY = 86_400_000;

/** What of time is asked about, by its words. */
export type Period =
  | "today"
  | "yesterday"
  | "day"
  | "this week"
  | "week"
  | "this month"
  | "month"
  | "this year";

const PERIODS: readonly (readonly [RegExp, Period])[] = [
  [/\byesterday\b/, "yesterday"],
  [/\b(?:today|today's)\b/, "today"],
  [/\b(?:24 ?h|24 hours|daily|(?:last|past) day)\b/, "day"],
  [/\b(?:this week|this week's|since monday)\b/, "this week"],
  [/\b(?:week|weekly|7 days)\b/, "week"],
  [/\bthis month\b/, "this month"],
  [/\b(?:month|monthly|30 days)\b/, "month"],
  [/\b(?:ytd|this year)\b/, "this year"],
];

/**
 * The period that a line names; undefined: all of it.
 * @example periodIn("pnl this week") // "this week"
 */
export const periodIn = (line: string): Period | undefined =>
  PERIODS.find(([said]) => said.test(line))?.[1];

/**
 * From when and until when, in milliseconds: days, weeks from Monday and months by UTC, "last week"
 * the seven days before now.
 */
export function boundsOf(period: Period, nowMs: number): { fromMs: number; untilMs: number } {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const dayMs = Date.UTC(year, month, now.getUTCDate());
  const back = (days: number) => nowMs - days * DAY;
  const fromMs = {
    ...{ today: dayMs, yesterday: dayMs - DAY, day: back(1), week: back(7), month: back(30) },
    ...{ "this week": dayMs - ((now.getUTCDay() + 6) % 7) * DAY },
    ...{ "this month": Date.UTC(year, month), "this year": Date.UTC(year, 0) },
  }[period];
  return { fromMs, untilMs: period === "yesterday" ? dayMs : nowMs };
}
