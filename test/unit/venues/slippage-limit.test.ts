import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slippageLimit } from "../../../src/venues/call-venue.ts";

const amounts = { amountInBase: 1_000_001n, amountOutBase: 1_000_001n };

describe("slippageLimit", () => {
  it("default: down for what must arrive, up for what may leave", () => {
    // 1000001 x 0.99 = 990000.99; x 1.01 = 1010001.01
    expect(slippageLimit({ ...amounts, mode: "exactIn", slippageBps: 100 })).toBe(990_000n);
    expect(slippageLimit({ ...amounts, mode: "exactOut", slippageBps: 100 })).toBe(1_010_002n);
  });

  it("behavior: never looser than one unit beyond the slippage", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 200n }),
        fc.integer({ min: 10, max: 500 }),
        (amount, slippageBps) => {
          const quoted = { amountInBase: amount, amountOutBase: amount, slippageBps };
          const least = slippageLimit({ ...quoted, mode: "exactIn" });
          const most = slippageLimit({ ...quoted, mode: "exactOut" });
          expect((least + 1n) * 10_000n > amount * BigInt(10_000 - slippageBps)).toBe(true);
          expect((most - 1n) * 10_000n < amount * BigInt(10_000 + slippageBps)).toBe(true);
          expect(least <= amount && amount <= most).toBe(true);
        },
      ),
    );
  });
});
