import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { describe, expect, test } from "vitest";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { calldata, factsOf, role, safetyVectors, token } from "./safety-vectors.ts";
import { useEverything } from "./use-everything.ts";

const facts = factsOf();
const word = (value: number | bigint) => value.toString(16).padStart(64, "0");

describe("bytes that are not exactly one call", () => {
  test.each([
    ["not hex", "0xzz"],
    ["half a byte", "0x123"],
    ["no prefix", "3593564c"],
    ["empty", "0x"],
    ["less than a selector", "0x3593"],
    ["only a selector", "0x3593564c"],
  ])("error: %s", (_, data) => {
    expect(decodeVaultCall(data as Hex, facts).kind).toBe("unknown");
    useEverything(data as Hex);
  });

  test("error: says why", () => {
    const reasons = ["0xzz", "0x1", "000x", "0xdeadbeef"].map((data) =>
      decodeVaultCall(data as Hex, facts),
    );
    expect(reasons).toEqual([
      { kind: "unknown", reason: "the call data is not hex bytes" },
      { kind: "unknown", reason: "the call data is not hex bytes" },
      { kind: "unknown", reason: "the call data is not hex bytes" },
      { kind: "unknown", reason: "selector 0xdeadbeef is none of the calls this service makes" },
    ]);
    const loose = {
      kind: "unknown",
      reason: "the arguments of execute are not in the standard encoding",
    };
    expect(decodeVaultCall("0x3593564c", facts)).toEqual(loose);
  });

  test("error: bytes behind a real call, even zeros", () => {
    for (const vector of safetyVectors.filter((each) =>
      ["swap", "zeroex", "wrap"].includes(each.group),
    )) {
      expect(decodeVaultCall(`${vector.call.data}00`, facts).kind, vector.id).toBe("unknown");
      expect(decodeVaultCall(`${vector.call.data}${word(0)}`, facts).kind, vector.id).toBe(
        "unknown",
      );
    }
  });

  test("behavior: letters of either case read the same", () => {
    const data = calldata("swap.v4-exact-in-usdc-usdt");
    expect(decodeVaultCall(`0x${data.slice(2).toUpperCase()}`, facts)).toEqual(
      decodeVaultCall(data, facts),
    );
  });

  test("error: more than 64 KiB is not read", () => {
    const wrap = `0x1c58db4f${word(1)}`;
    const long = (count: number): Hex => `0x1c58db4f${"00".repeat(count - 4)}`;
    expect(decodeVaultCall(wrap as Hex, facts).kind).toBe("wrap");
    expect(decodeVaultCall(long(65_537), facts)).toEqual({
      kind: "unknown",
      reason: "the call data is over 65536 bytes",
    });
    expect(decodeVaultCall(long(65_536), facts)).toEqual({
      kind: "unknown",
      reason: "the arguments of wrap are not in the standard encoding",
    });
  });

  test("error: a thousand offsets at one blob are not followed: copying outlasts the test", () => {
    const count = 1_000;
    const blob = `${word(30_000)}${"ab".repeat(30_016)}`;
    const array = `${word(count)}${word(count * 32).repeat(count)}${blob}`;
    const execute = concatHex(["0x24856bc3", `0x${word(0x40)}${word(0x60)}${word(0)}${array}`]);
    const inner = `1fff991f${word(1)}${word(2)}${word(3)}${word(0xa0)}${word(0)}${array}`;
    const exec = concatHex([
      "0x2213bc0b",
      encodeAbiParameters(parseAbiParameters("address, address, uint256, address, bytes"), [
        role("settler"),
        token("USDC"),
        1n,
        role("settler"),
        `0x${inner}`,
      ]),
    ]);
    for (const data of [execute, exec]) {
      expect(data.length / 2).toBeLessThan(65_536 + 40_000);
      useEverything(data);
      expect(decodeVaultCall(data, facts).kind).toBe("unknown");
    }
  });
});
