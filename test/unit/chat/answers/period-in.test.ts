import { expect, test } from "vitest";
import { answerOf } from "../../../../src/chat/answers/answer-of.ts";
import { boundsOf, type Period } from "../../../../src/chat/answers/period-in.ts";

/** A Friday. */
const NOW = Date.UTC(2026, 10, 27, 12, 30);

test.each([
  ["today", Date.UTC(2026, 10, 27), NOW],
  ["yesterday", Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 27)],
  ["day", Date.UTC(2026, 10, 26, 12, 30), NOW],
  ["this week", Date.UTC(2026, 10, 23), NOW],
  ["week", Date.UTC(2026, 10, 20, 12, 30), NOW],
  ["this month", Date.UTC(2026, 10, 1), NOW],
  ["month", Date.UTC(2026, 9, 28, 12, 30), NOW],
  ["this year", Date.UTC(2026, 0, 1), NOW],
] as const)("default: %s by UTC, weeks from Monday", (period, fromMs, untilMs) => {
  expect(boundsOf(period satisfies Period, NOW)).toEqual({ fromMs, untilMs });
});

test("boundary: a week begun on a Sunday's last millisecond is that of six days before", () => {
  const sunday = Date.UTC(2026, 10, 30) - 1;
  expect(boundsOf("this week", sunday).fromMs).toBe(Date.UTC(2026, 10, 23));
  expect(boundsOf("this week", sunday + 1).fromMs).toBe(Date.UTC(2026, 10, 30));
});

test("args: a question names its time and its token", () => {
  expect([
    answerOf("what's my pnl this week?"),
    answerOf("pnl on the eth leg"),
    answerOf("how much did we make yesterday"),
    answerOf("show me today's fills"),
    answerOf("pnl per token"),
    answerOf("pnl"),
  ]).toEqual([
    { of: "pnl", period: "this week" },
    { of: "pnl", token: "eth" },
    { of: "pnl", period: "yesterday" },
    { of: "fills", period: "today" },
    { of: "pnl" },
    { of: "pnl" },
  ]);
});
