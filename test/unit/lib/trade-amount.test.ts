import { expect, test } from "vitest";
import { tradeAmount } from "../../../src/lib/parse-units.ts";

test.each([1n, 2n ** 255n - 1n])("boundary: %s may be traded", (amountBase) => {
  expect(tradeAmount(amountBase)).toEqual({ ok: true, value: amountBase });
});

test.each([0n, -1n, 2n ** 255n])("boundary: %s is refused", (amountBase) => {
  expect(tradeAmount(amountBase)).toMatchObject({ ok: false, code: "invalid_request" });
});
