import { describe, expect, it } from "vitest";
import { enrichQuote } from "../../../src/venues/quote-with-oracle.ts";

const price = (amountBase: bigint) =>
  ({ kind: "price", priceFeedExists: true, amountBase }) as const;
const sold = (amountOutBase: bigint) =>
  ({ mode: "exactIn", amountInBase: 1n, amountOutBase }) as const;
const bought = (amountInBase: bigint) =>
  ({ mode: "exactOut", amountInBase, amountOutBase: 1n }) as const;

describe("enrichQuote (decision D16)", () => {
  it.each([
    ["the venue gives less", sold(9_900n), price(10_000n), 100],
    ["the venue gives more", sold(10_100n), price(10_000n), -100],
    ["as much", sold(10_000n), price(10_000n), 0],
    ["less than a basis point, either way", sold(99_995n), price(100_000n), 0],
    ["rounded toward zero", sold(99_985n), price(100_000n), 1],
    ["rounded toward zero, favourable", sold(100_015n), price(100_000n), -1],
    ["nothing", sold(0n), price(10_000n), 10_000],
    ["exact output: the venue takes more", bought(10_100n), price(10_000n), 100],
    ["exact output: the venue takes less", bought(9_900n), price(10_000n), -100],
    [
      "exact output is measured against the oracle's input, not the venue's",
      bought(20_000n),
      price(10_000n),
      10_000,
    ],
    ["dust has no ratio", sold(1n), price(0n), 0],
  ])("%s", (_name, quoted, spot, deltaBps) => {
    expect(enrichQuote(quoted, spot)).toEqual({
      ok: true,
      value: { priceFeedExists: true, deltaBps, oracleAmount: spot.amountBase.toString() },
    });
  });

  it("default: no feed", () => {
    expect(enrichQuote(sold(1n), { kind: "no_feed", priceFeedExists: false })).toEqual({
      ok: true,
      value: { priceFeedExists: false, deltaBps: 0, oracleAmount: "0" },
    });
  });

  it("error: an oracle that could not be read is not a missing feed", () => {
    expect(enrichQuote(sold(1n), { kind: "unavailable", message: "" })).toMatchObject({
      ok: false,
      code: "rpc_unavailable",
    });
  });
});
