import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SETTING_RULES } from "../../../src/settings/change-tolerance.ts";
import { formatBps } from "../../../src/settings/format-bps.ts";
import { parseBps } from "../../../src/settings/parse-bps.ts";

const slippage = (text: string) => parseBps(text, SETTING_RULES.slippageBps);
const sync = (text: string) => parseBps(text, SETTING_RULES.syncToleranceBps);
const swapShield = (text: string) => parseBps(text, SETTING_RULES.swapShieldBps);
const navShield = (text: string) => parseBps(text, SETTING_RULES.navShieldBps);
const answerOf = (verdict: ReturnType<typeof parseBps>) =>
  verdict.ok ? verdict.value : verdict.code;

describe("slippage (decision D17)", () => {
  // The decision's own examples, then both sides of 10 and 500 bps.
  const table: [string, number | "invalid_request"][] = [
    ["0.5", 50],
    ["1", 100],
    ["100", 100],
    ["5", 500],
    ["0.5%", 50],
    ["100bps", 100],
    [" 1 % ", 100],
    ["100 BPS", 100],
    ["10", 10],
    ["9", "invalid_request"],
    ["500", 500],
    ["501", "invalid_request"],
    ["0.1", 10],
    ["0.09", "invalid_request"],
    ["5.00", 500],
    ["5.01", "invalid_request"],
    ["10%", "invalid_request"],
    ["9bps", "invalid_request"],
    ["10bps", 10],
    ["500bps", 500],
    ["501bps", "invalid_request"],
    ["0.250", 25],
    ["0.255", "invalid_request"],
    ["10.0", "invalid_request"],
    ["50.5bps", "invalid_request"],
  ];
  test.each(table)("behavior: %s", (text, expected) => {
    expect(answerOf(slippage(text))).toBe(expected);
  });
});

test("behavior: sync tolerance is 10 to 10000 bps, read the same way", () => {
  const read = ["9", "10", "10000", "10001", "100%", "100.01%", "0.1%", "0.09%"].map((text) =>
    answerOf(sync(text)),
  );
  const no = "invalid_request";
  // A bare 9 is below the bps range, so it is percent: 900 bps.
  expect(read).toEqual([900, 10, 10_000, no, 10_000, no, 10, no]);
});

test("behavior: the Swap Shield takes 0.5 to 50 percent, never basis points", () => {
  const read = ["0.49", "0.5", "50", "50.01", "100", "100bps", "10", "5%"].map((text) =>
    answerOf(swapShield(text)),
  );
  const no = "invalid_request";
  expect(read).toEqual([no, 50, 5_000, no, no, no, 1_000, 500]);
});

test("behavior: the NAV Shield takes 1 to 100 percent: it cannot be turned off", () => {
  const read = ["0", "0.99", "1", "100", "100.01", "101"].map((text) => answerOf(navShield(text)));
  const no = "invalid_request";
  expect(read).toEqual([no, no, 100, 10_000, no, no]);
});

test.each([
  "",
  " ",
  "abc",
  "-1",
  "+1",
  "1e2",
  "1,5",
  ".5",
  "5.",
  "0x10",
  "NaN",
  "Infinity",
  "1%%",
  "1 % bps",
  "%",
  "bps",
  "1.",
  "١",
  "1\n2",
  "9".repeat(78),
  `0.${"0".repeat(30)}1`,
])("error: %j is no tolerance", (text) => {
  for (const parse of [slippage, sync, swapShield, navShield])
    expect(parse(text)).toMatchObject({ ok: false, code: "invalid_request" });
});

describe("properties", () => {
  const rules = fc.constantFrom(...Object.values(SETTING_RULES));

  test("behavior: what is accepted lies in the range, whatever the text", () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.nat(20_000), fc.option(fc.nat(99)), fc.constantFrom("", "%", "bps", " %"))
        .map(
          ([whole, fraction, unit]) => `${whole}${fraction === null ? "" : `.${fraction}`}${unit}`,
        ),
    );
    fc.assert(
      fc.property(rules, text, (rule, given) => {
        const verdict = parseBps(given, rule);
        if (!verdict.ok) {
          expect(verdict.code).toBe("invalid_request");
          return;
        }
        expect(Number.isInteger(verdict.value)).toBe(true);
        expect(verdict.value).toBeGreaterThanOrEqual(rule.minBps);
        expect(verdict.value).toBeLessThanOrEqual(rule.maxBps);
      }),
      { numRuns: 2_000 },
    );
  });

  test("behavior: every value in range can be percent, and reads as formatBps says it", () => {
    for (const rule of Object.values(SETTING_RULES)) {
      for (let bps: number = rule.minBps; bps <= rule.maxBps; bps += 1) {
        // Exact decimals by hand: 5 -> "0.05".
        const percent = `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}%`;
        const verdict = parseBps(percent, rule);
        if (!verdict.ok || verdict.value !== bps)
          throw new Error(`${percent}: ${JSON.stringify(verdict)}`);
        const shown = formatBps(bps).split(" ")[0] ?? "";
        const again = parseBps(shown, rule);
        if (!again.ok || again.value !== bps) throw new Error(`${shown}: ${JSON.stringify(again)}`);
      }
    }
  });
});
