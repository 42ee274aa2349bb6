import { describe, expect, it } from "vitest";
import { parseVenue } from "../../../src/venues/parse-venue.ts";

describe("parseVenue (decision D1)", () => {
  it.each([
    ["0x", "0x"],
    ["0X", "0x"],
    ["aggregator", "0x"],
    ["uniswap", "uniswap"],
    [" Uniswap ", "uniswap"],
    ["pool_dex", "uniswap"],
  ])("default: %j is %s", (text, venue) => {
    expect(parseVenue(text)).toEqual({ ok: true, value: venue });
  });

  it.each(["", "1inch", "uni", "0x ,uniswap", "__proto__"])(
    "error: %j, nothing is guessed",
    (text) => {
      expect(parseVenue(text)).toMatchObject({ ok: false, code: "invalid_request" });
    },
  );
});
