import { SETTINGS_RANGES } from "../../schemas/operator-settings.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { parseBps } from "./parse-bps.ts";

export type LossBudgetRequest = {
  day?: string | undefined;
  week?: string | undefined;
  syncDay?: string | undefined;
  reset?: boolean | undefined;
};
/** In basis points; what is absent stays. */
export type LossBudget = { dayBps?: number; weekBps?: number; syncBps?: number };

const RULES = {
  day: {
    ...SETTINGS_RANGES.lossDayBps,
    what: "The loss limit of 24 hours",
    field: "day",
    bareIntegers: "percent",
  },
  week: {
    ...SETTINGS_RANGES.lossWeekBps,
    what: "The loss limit of 7 days",
    field: "week",
    bareIntegers: "percent",
  },
  syncDay: {
    ...SETTINGS_RANGES.syncDayBps,
    what: "What syncs may take in 24 hours",
    field: "syncDay",
    bareIntegers: "percent",
  },
} as const;

/** Null for the defaults. Refuses with invalid_request. */
export function lossBudgetOf({
  day,
  week,
  syncDay,
  reset,
}: LossBudgetRequest): Verdict<LossBudget | null> {
  const isGiven = [day, week, syncDay].some((limit) => limit !== undefined);
  if ((reset === true) === isGiven)
    return refuse(
      "invalid_request",
      "Give either reset: true or at least one of day, week and syncDay.",
    );
  if (!isGiven) return allow(null);
  const dayBps = day === undefined ? undefined : parseBps(day, RULES.day);
  if (dayBps?.ok === false) return dayBps;
  const weekBps = week === undefined ? undefined : parseBps(week, RULES.week);
  if (weekBps?.ok === false) return weekBps;
  const syncBps = syncDay === undefined ? undefined : parseBps(syncDay, RULES.syncDay);
  if (syncBps?.ok === false) return syncBps;
  return allow({
    ...(dayBps !== undefined && { dayBps: dayBps.value }),
    ...(weekBps !== undefined && { weekBps: weekBps.value }),
    ...(syncBps !== undefined && { syncBps: syncBps.value }),
  });
}
