import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fullRangeSwap } from "../../../src/chain/full-range-swap.ts";

const Q96 = 2n ** 96n;
/** From a price of 2^-64 to 2^64, and from dust to more than any pool has. */
const pools = fc.record({
  sqrtPriceX96: fc.bigInt({ min: 2n ** 64n, max: 2n ** 128n }),
  liquidity: fc.bigInt({ min: 1_000n, max: 2n ** 110n }),
  protocolFeePips: fc.constantFrom(0n, 0n, 1_000n),
});
const amounts = fc.bigInt({ min: 1n, max: 2n ** 100n });

/**
 * x * y = L^2 with x = L / sqrt(P) and y = L * sqrt(P), in exact fractions: what comes out at most.
 */
function constantProduct(
  pool: { sqrtPriceX96: bigint; liquidity: bigint },
  zeroForOne: boolean,
  put: bigint,
): bigint {
  const { sqrtPriceX96: s, liquidity: l } = pool;
  // zeroForOne: y - L^2 / (x + in) = L * s / Q - L^2 / (L * Q / s + in), over one denominator; else
  // the same with x and y changed.
  const [reserveNumerator, reserveDenominator] = zeroForOne ? [l * s, Q96] : [l * Q96, s];
  const [otherNumerator, otherDenominator] = zeroForOne ? [l * Q96, s] : [l * s, Q96];
  const afterNumerator = l * l * otherDenominator;
  const afterDenominator = otherNumerator + put * otherDenominator;
  return (
    (reserveNumerator * afterDenominator - afterNumerator * reserveDenominator) /
    (reserveDenominator * afterDenominator)
  );
}

describe("property: a swap in a full-range pool without a fee of its own", () => {
  test("args: gives at most the constant product, less at most what price rounding costs", () => {
    fc.assert(
      fc.property(pools, fc.boolean(), amounts, (pool, zeroForOne, amount) => {
        const { amountOut } = fullRangeSwap.exactInput(pool, zeroForOne, amount);
        const put = (amount * (1_000_000n - pool.protocolFeePips)) / 1_000_000n;
        const exact = constantProduct(pool, zeroForOne, put);
        expect(amountOut <= exact).toBe(true);
        // One step of the square root is L / 2^96 of currency 1, and L * 2^96 / s^2 of currency 0.
        const step = zeroForOne
          ? pool.liquidity / Q96
          : (pool.liquidity * Q96) / pool.sqrtPriceX96 ** 2n;
        expect(exact - amountOut <= 2n * step + 2n).toBe(true);
      }),
    );
  });

  test("args: the price moves towards what is put in, and more for more", () => {
    fc.assert(
      fc.property(pools, fc.boolean(), amounts, (pool, zeroForOne, amount) => {
        const one = fullRangeSwap.exactInput(pool, zeroForOne, amount);
        const two = fullRangeSwap.exactInput(pool, zeroForOne, amount * 2n);
        const moved = (after: bigint) =>
          zeroForOne ? pool.sqrtPriceX96 - after : after - pool.sqrtPriceX96;
        expect(
          moved(one.sqrtAfterX96) >= 0n && moved(two.sqrtAfterX96) >= moved(one.sqrtAfterX96),
        ).toBe(true);
        expect(two.amountOut >= one.amountOut).toBe(true);
      }),
    );
  });

  test("args: the input for an output brings it, or the pool does not hold it", () => {
    fc.assert(
      fc.property(pools, fc.boolean(), amounts, (pool, zeroForOne, wanted) => {
        const input = fullRangeSwap.inputFor(pool, zeroForOne, wanted);
        const { sqrtPriceX96: s, liquidity: l } = pool;
        const isBrought =
          input !== undefined &&
          fullRangeSwap.exactInput(pool, zeroForOne, input).amountOut >= wanted;
        const isTooMuch =
          input === undefined && wanted * 2n >= (zeroForOne ? (l * s) / Q96 : (l * Q96) / s);
        expect(isBrought || isTooMuch).toBe(true);
      }),
    );
  });
});

test("default: the amounts that the local oracle pool's reserves imply", () => {
  // 450 of the coin against 1,125,000 of a dollar with 18 decimals: 1 coin buys 1,125,000 / 451.
  const pool = { sqrtPriceX96: 50n * Q96, liquidity: 22_500n * 10n ** 18n, protocolFeePips: 0n };
  const { amountOut } = fullRangeSwap.exactInput(pool, true, 10n ** 18n);
  expect(amountOut / 10n ** 12n).toBe(2_494_456_762n);
  expect(fullRangeSwap.inputFor(pool, true, amountOut)).toBeLessThanOrEqual(10n ** 18n);
});
