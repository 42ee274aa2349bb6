import { describe, expect, it } from "vitest";
import { fraction } from "../../../src/quality/fraction.ts";
import { newQuality } from "../../../src/quality/new-quality.ts";
import { orderQuality } from "../../../src/quality/order-quality.ts";
import { qualityText } from "../../../src/quality/quality-text.ts";
import { withFill, withGas, withRefusal, withSend } from "../../../src/quality/with-fill.ts";

const AT = 1_795_000_000_000;
const MINUTE = 60_000;
const completed = { status: "completed", atMs: AT + 60 * MINUTE } as const;
/** One own unit in counter units, as a pair for `side` of them. */
const at = (side: bigint, price: bigint) => ({ sideBase: side, counterBase: side * price });

/** Sells 100: at 20 on arrival, 50 sent at 19 and sold for 940, then 30 sent at 21 for 620. */
const sold = () => {
  const arrival = { addsBase: 100n, atMs: AT, price: at(100n, 20n) };
  const first = withSend(newQuality(arrival), { atMs: AT + MINUTE, price: at(50n, 19n) });
  const one = withFill(first, {
    ...{ number: 1, plannedBase: 50n, sideBase: 50n, paidBase: 940n, price: at(50n, 19n) },
    ...{ quote: { sideBase: 50n, counterBase: 945n }, boundBase: 930n },
  });
  const second = withSend(one, { atMs: AT + 2 * MINUTE, price: at(30n, 21n) });
  return withFill(second, {
    ...{ number: 2, plannedBase: 30n, sideBase: 30n, paidBase: 620n, price: at(30n, 21n) },
    ...{ quote: { sideBase: 30n, counterBase: 625n }, boundBase: 610n },
  });
};

describe("the quality report of an order, by hand", () => {
  it("default: delay, timing, execution and what was left of a sale", () => {
    expect(orderQuality({ side: "sell", record: sold(), ended: completed })).toMatchObject({
      delay: fraction(-80n), // 80 x (19 - 20)
      timing: fraction(60n), // 50 x 0 + 30 x (21 - 19)
      execution: fraction(-20n), // 940 - 950 + 620 - 630
      unfilled: fraction(20n), // 20 x (21 - 20)
      shortfall: fraction(-20n), // 1,560 + 20 x 21 - 100 x 20
      quoteDeviation: fraction(-10n), // 1,560 - 1,570
      aboveMinimum: fraction(20n), // 1,560 - 1,540
      ...{ totalBase: 100n, filledBase: 80n, restBase: 20n, coveredBase: 100n, isComplete: true },
    });
  });

  it("default: a purchase is mirrored, and what came above its amount stands for itself", () => {
    const arrival = { addsBase: 10n, atMs: AT, price: at(10n, 20n) };
    const sent = withSend(newQuality(arrival), { atMs: AT + MINUTE, price: at(10n, 21n) });
    const record = withFill(sent, {
      ...{ number: 1, plannedBase: 10n, sideBase: 11n, paidBase: 215n, price: at(10n, 21n) },
    });
    expect(orderQuality({ side: "buy", record, ended: completed })).toMatchObject({
      delay: fraction(-10n), // it had to be paid 21 each, not 20
      ...{ timing: fraction(0n), unfilled: fraction(0n), restBase: 0n },
      execution: fraction(-5n), // 210 - 215
      shortfall: fraction(-15n), // 200 - 215
      beyond: fraction(21n), // 1 at 21
    });
  });

  it("default: gas is told beside, reverted transactions included, and is in no other line", () => {
    const coin = { wei: 1_000n, counterBase: 3n };
    const record = withGas(withGas(sold(), 500n, coin), 700n, coin);
    const report = orderQuality({ side: "sell", record, ended: completed });
    expect(report.gas).toEqual(fraction(-36n, 10n));
    expect(report.shortfall).toEqual(fraction(-20n));
  });

  it("behavior: a refused slice is compared with the next trade of its number alone", () => {
    const quote = { sideBase: 50n, counterBase: 930n };
    const refused = withRefusal(newQuality({ addsBase: 100n, atMs: AT }), { number: 1, quote });
    const fill = { plannedBase: 50n, sideBase: 50n, paidBase: 940n };
    const same = withFill(refused, { number: 1, ...fill });
    expect(same.compared).toEqual({ count: 1, atQuotes: fraction(930n), paidBase: 940n });
    expect(orderQuality({ side: "sell", record: same }).againstRefused).toEqual(fraction(10n));
    expect(withFill(refused, { number: 2, ...fill }).compared.count).toBe(0);
  });

  it("behavior: a missing price leaves its lines open, and says how much is covered", () => {
    const unsent = newQuality({ addsBase: 100n, atMs: AT });
    const sent = withSend(unsent, { atMs: AT + MINUTE, price: at(50n, 19n) });
    const record = withFill(sent, {
      ...{ number: 1, plannedBase: 50n, sideBase: 50n, paidBase: 940n, price: at(50n, 19n) },
    });
    expect(orderQuality({ side: "sell", record })).toMatchObject({
      ...{ delay: null, timing: fraction(0n), execution: fraction(-10n), unfilled: null },
      ...{ shortfall: null, coveredBase: 0n, isComplete: false },
    });
  });

  it("behavior: the end's price is that of the last send, else one read just before", () => {
    const cancelled = (minutes: number) =>
      orderQuality({
        ...{ side: "sell", record: sold() },
        ended: { status: "cancelled", atMs: AT + minutes * MINUTE },
      });
    expect(cancelled(7).unfilled).toEqual(fraction(20n));
    expect(cancelled(8)).toMatchObject({ unfilled: null, isComplete: false, coveredBase: 80n });
  });
});

describe("the record as text", () => {
  it("default: it reads back as it was written", () => {
    const record = withRefusal(withGas(sold(), 7n, { wei: 3n, counterBase: 1n }), {
      ...{ number: 3, quote: { sideBase: 20n, counterBase: 399n } },
    });
    expect(qualityText.read(qualityText.write(record))).toEqual(record);
  });

  it("security: a damaged one, or one of another version, is none", () => {
    for (const text of [
      undefined,
      "",
      "2;1;1",
      "1;not a record",
      "1;;",
      qualityText.write(sold()).slice(0, 20),
    ])
      expect(qualityText.read(text), text).toBeUndefined();
  });
});
