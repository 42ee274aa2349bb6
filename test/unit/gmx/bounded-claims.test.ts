import type { Address } from "viem";
import { expect, test } from "vitest";
import { boundedClaims } from "../../../src/gmx/read-claims.ts";

const addressOf = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
/** Claims of as many hours as are wanted, of either token of a market. */
const claimsOf = (market: number, hours: number) =>
  [1, 2].flatMap((token) =>
    Array.from({ length: hours }, (_, n) => ({
      ...{ market: addressOf(market), token: addressOf(token), amountBase: 1n, timeKey: BigInt(n) },
    })),
  );

test("boundary: one market in 24 hours is claimed in one transaction, in full", () => {
  const found = { claims: claimsOf(7, 24), leftOut: [] };
  expect(boundedClaims(found)).toEqual(found);
});

test("boundary: 50 claims are one transaction; markets with some left are left out once", () => {
  const claims = [...claimsOf(7, 24), ...claimsOf(8, 2), ...claimsOf(9, 1)];
  expect(boundedClaims({ claims, leftOut: [addressOf(9), addressOf(10)] })).toEqual({
    claims: claims.slice(0, 50),
    leftOut: [addressOf(8), addressOf(9), addressOf(10)],
  });
});
