import { describe, expect, test } from "vitest";
import { parseCron } from "../../local/scheduler/parse-cron.ts";
import { parseDuration } from "../../local/scheduler/parse-duration.ts";

/**
 * Counted by hand from cron(8): the minutes of 2026-11-20 (a Friday) and the next days on which
 * each one fires.
 */
test.each([
  ["* * * * *", ["2026-11-20T00:00Z", "2026-11-20T23:59Z"], []],
  [
    "*/5 * * * *",
    ["2026-11-20T10:00Z", "2026-11-20T10:55Z"],
    ["2026-11-20T10:01Z", "2026-11-20T10:59Z"],
  ],
  [
    "5/20 * * * *",
    ["2026-11-20T10:05Z", "2026-11-20T10:45Z"],
    ["2026-11-20T10:00Z", "2026-11-20T10:20Z"],
  ],
  [
    "0 9-17/4 * * *",
    ["2026-11-20T09:00Z", "2026-11-20T17:00Z"],
    ["2026-11-20T10:00Z", "2026-11-20T09:01Z"],
  ],
  [
    "1,2,30-31 0 * * *",
    ["2026-11-20T00:02Z", "2026-11-20T00:31Z"],
    ["2026-11-20T00:03Z", "2026-11-20T01:02Z"],
  ],
  ["0 0 * * 1-5", ["2026-11-20T00:00Z"], ["2026-11-21T00:00Z", "2026-11-22T00:00Z"]],
  ["0 0 * * 7", ["2026-11-22T00:00Z"], ["2026-11-20T00:00Z"]],
  ["0 0 * * 0", ["2026-11-22T00:00Z"], ["2026-11-21T00:00Z"]],
  ["0 0 1 1 *", ["2027-01-01T00:00Z"], ["2026-12-01T00:00Z", "2027-01-02T00:00Z"]],
  ["0 0 21 * 5", ["2026-11-20T00:00Z", "2026-11-21T00:00Z"], ["2026-11-22T00:00Z"]],
] as [string, string[], string[]][])("%s", (expression, on, off) => {
  const isDue = parseCron(expression);
  expect(on.filter((at) => !isDue(Date.parse(at)))).toEqual([]);
  expect(off.filter((at) => isDue(Date.parse(at)))).toEqual([]);
});

test.each([
  "",
  "* * * *",
  "* * * * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "* * * * 8",
  "5-1 * * * *",
  "*/0 * * * *",
  "a * * * *",
  "* * * * MON",
  "1,,2 * * * *",
  "-1 * * * *",
])("error: %j", (expression) => {
  expect(() => parseCron(expression)).toThrow(/cron/);
});

describe("parseDuration", () => {
  test.each([
    ["10s", 10_000],
    ["0", 0],
    ["60", 60_000],
    ["1h30m", 5_400_000],
    ["7d", 604_800_000],
    ["", undefined],
    ["10", 10_000],
    ["10ms", undefined],
    ["-1s", undefined],
  ])("%j", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});
