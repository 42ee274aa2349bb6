import { expect, test } from "vitest";
import { perpLimitsOf } from "../../../src/settings/perp-limits-of.ts";

test.each([
  [{ leverage: 3 }, { maxLeverage: 3 }],
  [{ collateral: "5%" }, { maxCollateralBps: 500 }],
  [{ collateral: "5" }, { maxCollateralBps: 500 }],
  [
    { notional: "150", liquidationDistance: "7.5%" },
    { maxNotionalBps: 15_000, minLiquidationDistanceBps: 750 },
  ],
  [
    { priceAgeSec: 30, priceDeviation: "0.5%" },
    { maxPriceAgeSec: 30, maxPriceDeviationBps: 50 },
  ],
  [{ reset: true }, null],
])("args: %o", (request, value) => {
  expect(perpLimitsOf(request)).toEqual({ ok: true, value });
});

test("behavior: what else stands in the body is no limit", () => {
  const body = {
    vaultAddress: "0x00000000000000000000000000000000000000a1",
    chainId: 42161,
  } as object;
  expect(perpLimitsOf({ ...body, reset: true })).toEqual({ ok: true, value: null });
  expect(perpLimitsOf(body)).toMatchObject({ ok: false, code: "invalid_request" });
});

test.each([
  [{}],
  [{ reset: false }],
  [{ reset: true, leverage: 2 }],
  [{ collateral: "101%" }],
  [{ notional: "0" }],
  [{ priceDeviation: "11" }],
  [{ liquidationDistance: "ten" }],
])("error: %o", (request) => {
  expect(perpLimitsOf(request)).toMatchObject({ ok: false, code: "invalid_request" });
});
