import { describe, expect, test } from "vitest";
import { tokenLedger } from "../../../src/calldata/router-books.ts";

const TOKEN = "0x00000000000000000000000000000000000000aa";
const OTHER = "0x00000000000000000000000000000000000000bb";

describe("tokenLedger", () => {
  test("default: ranges add up", () => {
    const ledger = tokenLedger();
    ledger.add(TOKEN, { lo: 3n, hi: 5n });
    ledger.add(TOKEN, { lo: 10n, hi: 10n });
    expect([ledger.get(TOKEN), ledger.get(OTHER)]).toEqual([
      { lo: 13n, hi: 15n },
      { lo: 0n, hi: 0n },
    ]);
    ledger.add(TOKEN, { lo: 1n, hi: null });
    ledger.add(TOKEN, { lo: 1n, hi: 1n });
    expect(ledger.get(TOKEN)).toEqual({ lo: 15n, hi: null });
  });

  // What is left of 10..20 after taking an amount somewhere in a range: the least of the least, the
  // most of the most.
  test.each([
    [
      { lo: 4n, hi: 6n },
      { lo: 4n, hi: 16n },
    ],
    [
      { lo: 0n, hi: 10n },
      { lo: 0n, hi: 20n },
    ],
    [
      { lo: 0n, hi: 11n },
      { lo: 0n, hi: 20n },
    ],
    [
      { lo: 4n, hi: null },
      { lo: 0n, hi: 16n },
    ],
    [
      { lo: 20n, hi: 20n },
      { lo: 0n, hi: 0n },
    ],
  ])("args: minus %o", (amount, left) => {
    const ledger = tokenLedger();
    ledger.add(TOKEN, { lo: 10n, hi: 20n });
    expect(ledger.subtract(TOKEN, amount)).toBe(true);
    expect(ledger.get(TOKEN)).toEqual(left);
  });

  test("behavior: without an upper bound there is always enough", () => {
    const ledger = tokenLedger();
    ledger.add(TOKEN, { lo: 1n, hi: null });
    expect(ledger.subtract(TOKEN, { lo: 9n, hi: 9n })).toBe(true);
    expect(ledger.get(TOKEN)).toEqual({ lo: 0n, hi: null });
  });

  test("error: more than there can be", () => {
    const ledger = tokenLedger();
    ledger.add(TOKEN, { lo: 10n, hi: 20n });
    expect(ledger.subtract(TOKEN, { lo: 21n, hi: 30n })).toBe(false);
    expect(ledger.subtract(OTHER, { lo: 1n, hi: 1n })).toBe(false);
    expect(ledger.get(TOKEN)).toEqual({ lo: 10n, hi: 20n });
  });

  test("behavior: only tokens of which there may be something are listed", () => {
    const ledger = tokenLedger();
    ledger.add(OTHER, { lo: 0n, hi: 0n });
    expect(ledger.tokens()).toEqual([]);
    ledger.add(TOKEN, { lo: 0n, hi: null });
    ledger.add(OTHER, { lo: 0n, hi: 1n });
    expect(ledger.tokens()).toEqual([OTHER, TOKEN]);
    expect(ledger.empty(TOKEN)).toEqual({ lo: 0n, hi: null });
    expect([ledger.tokens(), ledger.get(TOKEN)]).toEqual([[OTHER], { lo: 0n, hi: 0n }]);
  });
});
