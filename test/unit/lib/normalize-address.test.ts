import { describe, expect, it } from "vitest";
import { isNative, normalizeAddress } from "../../../src/lib/normalize-address.ts";

// Checksummed examples of EIP-55 itself.
const EIP55 = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

describe("normalizeAddress", () => {
  it.each(EIP55)("accepts %s with its checksum, in lower and in upper case", (address) => {
    const expected = { ok: true, value: address.toLowerCase() };
    expect(normalizeAddress(address)).toEqual(expected);
    expect(normalizeAddress(address.toLowerCase())).toEqual(expected);
    expect(normalizeAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual(expected);
  });

  it("error: refuses a mixed-case address whose checksum fails", () => {
    expect(normalizeAddress("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toMatchObject({
      ok: false,
      code: "invalid_request",
      message: expect.stringContaining("checksum"),
    });
  });

  it.each([
    "",
    "0x",
    "0x12",
    `0x${"0".repeat(39)}`,
    `0x${"0".repeat(41)}`,
    `0x${"g".repeat(40)}`,
    ` 0x${"0".repeat(40)}`,
    `0X${"0".repeat(40)}`,
    "vitalik.eth",
  ])("error: refuses %j", (text) => {
    expect(normalizeAddress(text)).toMatchObject({ ok: false, code: "invalid_request" });
  });
});

describe("isNative", () => {
  it("knows both signs in any case, and nothing else", () => {
    expect(isNative("0x0000000000000000000000000000000000000000")).toBe(true);
    expect(isNative("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")).toBe(true);
    expect(isNative("0x0000000000000000000000000000000000000001")).toBe(false);
  });
});
