import { expect, test } from "vitest";
import { lossPpb } from "../../../src/pipeline/held-loss.ts";
import { refusalOfLosses } from "../../../src/pipeline/refusal-of-losses.ts";

const nav = (before: bigint, after: bigint, measured = true) => ({
  measured,
  basis: "unitaryValue" as const,
  lossBps: 0,
  thresholdBps: 1_000,
  before: String(before),
  after: String(after),
  // A higher one of the day does not matter: what was lost before is counted already.
  baseline: String(before * 2n),
});
const E18 = 10n ** 18n;

test.each<[string, bigint, bigint, number]>([
  ["a half", 2n * E18, E18, 500_000_000],
  ["one basis point", 10_000n * E18, 9_999n * E18, 100_000],
  ["a third, rounded up", 3n, 2n, 333_333_334],
  ["the least there is, rounded up", (1n << 256n) - 1n, (1n << 256n) - 2n, 1],
  ["nothing", E18, E18, 0],
  ["a gain", E18, 2n * E18, 0],
  ["all of it", E18, 0n, 1_000_000_000],
])("default: %s in parts per billion", (_what, before, after, expected) => {
  expect(lossPpb(nav(before, after))).toBe(expected);
});

test.each<[string, "unitaryValue" | "netTotalValue", bigint, bigint, number]>([
  // 9,990 a unit are stated: 10 of the 1,990,010 to compare with are lost.
  ["by the value of a unit", "unitaryValue", 2_000_000n, 1_990_000n, 5_026],
  // 999,000,000 of the whole are: a million of 199,001,000,000.
  [
    "by the net value of a vault without units",
    "netTotalValue",
    200_000_000_000n,
    199_000_000_000n,
    5_026,
  ],
  ["all that is stated arrived", "unitaryValue", 2_000_000n, 1_990_010n, 0],
  ["the least there is beyond it", "unitaryValue", 2_000_000n, 1_990_009n, 503],
])(
  "behavior: what moves to another chain as stated is no loss, its fee is: %s",
  (_what, basis, before, after, expected) => {
    const stated = {
      perUnit: "9990",
      amountBase: "999000000",
      bps: 50,
      ppb: 5_000_000,
      toleranceBps: 100,
    };
    expect(lossPpb({ ...nav(before, after), basis, stated })).toBe(expected);
  },
);

test("behavior: a vault without value loses nothing; what moves no assets was not measured", () => {
  expect(lossPpb(nav(0n, 0n, false))).toBe(0);
  // Its debts may be more than it has.
  expect(lossPpb(nav(0n, -1n, false))).toBe(0);
  expect(lossPpb(nav(0n, -1n))).toBe(0);
  expect(lossPpb(nav(-1n, -2n))).toBe(0);
  expect(lossPpb(nav(2n, 1n, false))).toBe(0);
  expect(lossPpb(null)).toBeUndefined();
});

test("behavior: the refusal says exactly what decided, and fits an order's lastError", () => {
  const losses = {
    lossPpb: 4_200_001,
    dayPpb: 99_999_999,
    weekPpb: 150_000_000,
    dayLimitBps: 1_000,
    weekLimitBps: 1_550,
  };
  const refusal = refusalOfLosses({ ...losses, isHeld: false });
  expect(refusal).toMatchObject({
    code: "loss_budget_exceeded",
    details: {
      loss: "0.4200001%",
      lostDay: "9.9999999%",
      limitDay: "10%",
      lostWeek: "15%",
      limitWeek: "15.5%",
    },
  });
  const figures =
    "This transaction may lose 0.4200001% of the NAV per unit. Others lost or may lose " +
    "9.9999999% in 24 hours (limit 10%) and 15% in 7 days (limit 15.5%): together that is " +
    "over the loss budget. Nothing was sent.";
  expect(refusal.message).toBe(`${figures} Wait, or raise the budget with a fresh signature.`);
  expect(refusal.details).not.toHaveProperty("reason");
  expect(refusal.message.length).toBeLessThanOrEqual(400);
  // Over it only by what is held for others, it says what to wait for, and a slice waits.
  const held = refusalOfLosses({ ...losses, isHeld: true });
  expect(held).toMatchObject({
    code: "loss_budget_exceeded",
    details: { ...refusal.details, reason: "loss_budget_held" },
  });
  const wait =
    "Part of that is held for transactions that are not decided yet: try again when they are.";
  expect(held.message).toBe(`${figures} ${wait}`);
  expect(held.message.length).toBeLessThanOrEqual(400);
});
