import { expect, test } from "vitest";
import { tickMath } from "../../../src/chain/tick-math.ts";
import { sqrtRange, tickAtSqrtRatio } from "../../../src/liquidity/parse-range.ts";
import { positionAmounts } from "../../../src/liquidity/position-amounts.ts";
import sdk from "./sdk-amounts.data.json" with { type: "json" };

/** Each row under the names of its columns; ticks are numbers, everything else base units. */
const rows = sdk.rows.map((row) => {
  const of = (name: string): bigint => BigInt(row[sdk.columns.indexOf(name)] ?? "none");
  return { of, range: { tickLower: Number(of("tickLower")), tickUpper: Number(of("tickUpper")) } };
});

test("behavior: ticks, liquidity and amounts are the SDK's, to the last unit", () => {
  expect(rows).toHaveLength(240);
  for (const { of, range } of rows) {
    const priced = sqrtRange(of("sqrtPriceX96"), range);
    expect(tickAtSqrtRatio(of("sqrtPriceX96"))).toBe(Number(of("tick")));
    const amounts = { amount0Base: of("amount0"), amount1Base: of("amount1") };
    expect(positionAmounts.liquidityFor(priced, amounts)).toBe(of("liquidityForAmounts"));
    expect(positionAmounts.toAdd(priced, of("liquidity"))).toEqual({
      amount0Base: of("amount0Up"),
      amount1Base: of("amount1Up"),
    });
    expect(positionAmounts.toRemove(priced, of("liquidity"))).toEqual({
      amount0Base: of("amount0Down"),
      amount1Base: of("amount1Down"),
    });
    expect(tickMath.sqrtRatioAtTick(range.tickLower)).toBe(priced.sqrtLowerX96);
  }
});
