import { expect, test } from "vitest";
import { judgeOracleSwap } from "../../../src/shields/judge-oracle-swap.ts";

/** A vault of 100,000 of a token with 6 decimals; a trade of 10 that moves nothing. */
const small = {
  valueBase: 10_000_000n,
  netTotalValueBase: 100_000_000_000n,
  sqrtPriceX96: 1_000_000_000_000n,
  sqrtAfterX96: 1_000_000_000_000n,
  amountOutBase: 1_000_000n,
  amountOutMinBase: 995_000n,
};
const code = (change: Partial<typeof small>) => {
  const verdict = judgeOracleSwap({ ...small, ...change });
  return verdict.ok ? verdict.value : verdict.code;
};

test("default: what is small enough passes, with its figures in millionths", () => {
  expect(code({ sqrtAfterX96: 1_001_000_000_000n })).toEqual({ sharePpm: 100, movePpm: 2_000 });
});

test("args: at most a thousandth of the vault's value, to the last unit", () => {
  expect(code({ valueBase: 100_000_000n })).toMatchObject({ sharePpm: 1_000 });
  expect(code({ valueBase: 100_000_001n })).toBe("oracle_swap_too_large");
  expect(code({ valueBase: 1n, netTotalValueBase: 1_000n })).toMatchObject({ sharePpm: 1_000 });
  expect(code({ valueBase: 1n, netTotalValueBase: 999n })).toBe("oracle_swap_too_large");
});

test("error: a value of nothing is not known, and an empty vault has no thousandth", () => {
  for (const change of [
    { valueBase: 0n },
    { valueBase: -1n },
    { netTotalValueBase: 0n },
    { netTotalValueBase: -5n },
  ])
    expect(code(change)).toBe("oracle_swap_too_large");
});

test("args: the oracle's own price moves by half a percent at most, either way", () => {
  const root = small.sqrtPriceX96;
  expect(code({ sqrtAfterX96: root + 2_500_000_000n })).toMatchObject({ movePpm: 5_000 });
  expect(code({ sqrtAfterX96: root - 2_500_000_000n })).toMatchObject({ movePpm: 5_000 });
  expect(code({ sqrtAfterX96: root + 2_500_000_001n })).toBe("oracle_swap_too_large");
  expect(code({ sqrtAfterX96: root - 2_500_000_001n })).toBe("oracle_swap_too_large");
});

test("args: the minimum lies within the most that slippage may be set to", () => {
  expect(code({ amountOutMinBase: 950_000n })).toMatchObject({ sharePpm: 100 });
  for (const amountOutMinBase of [949_999n, 1n, 0n])
    expect(code({ amountOutMinBase })).toBe("swap_shield_blocked");
});
