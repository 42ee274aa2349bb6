import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { encodeOracleSwap } from "../../../src/calldata/encode-oracle-swap.ts";
import * as router from "../../support/router-calldata.ts";

const TOKEN: Address = `0x${"77".repeat(20)}`;
const HOOK: Address = `0x${"99".repeat(20)}`;
const pool = {
  currency0: router.NATIVE,
  currency1: TOKEN,
  fee: 0,
  tickSpacing: 32_767,
  hooks: HOOK,
};
const amounts = {
  amountInBase: 10n ** 15n,
  amountOutMinBase: 2_400_000n,
  deadlineSec: 1_788_221_000n,
};

describe.each(["2.0", "2.1.2"] as const)("for router %s", (version) => {
  test.each([
    ["the coin for the token", true, router.NATIVE, TOKEN],
    ["the token for the coin", false, TOKEN, router.NATIVE],
  ] as const)(
    "default: %s, as the tests' own encoder writes it",
    (_what, zeroForOne, sold, bought) => {
      const swap = router.v4(
        router.v4Single("in", pool, zeroForOne, 10n ** 15n, 2_400_000n, version),
        router.settleAll(sold, 10n ** 15n),
        router.takeAll(bought, 2_400_000n),
      );
      expect(encodeOracleSwap({ ...amounts, pool, zeroForOne }, version)).toBe(
        router.executeCall([swap], amounts.deadlineSec),
      );
    },
  );
});
