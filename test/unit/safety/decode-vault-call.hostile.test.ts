import fc from "fast-check";
import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { describe, expect, test } from "vitest";
import { checkSwapCalldata } from "../../../src/safety/check-swap-calldata.ts";
import { decodeRevert } from "../../../src/safety/decode-revert.ts";
import { decodeVaultCall } from "../../../src/safety/decode-vault-call.ts";
import { lowerPermitDeadline } from "../../../src/safety/lower-permit-deadline.ts";
import { pinExactOutput } from "../../../src/safety/pin-exact-output.ts";
import { setRouterDeadline } from "../../../src/safety/set-router-deadline.ts";
import { factsOf, role, safetyVectors, token } from "./safety-vectors.ts";

const facts = factsOf();
const real = safetyVectors.filter((vector) => ["swap", "wrap", "zeroex", "refusal"].includes(vector.group));
const realCalldata = [...new Set(real.map((vector) => vector.call.data))];
const selectors: Hex[] = ["0x3593564c", "0x24856bc3", "0x2213bc0b", "0x1c58db4f", "0x49616997", "0x49404b7c"];
const word = (value: number | bigint) => value.toString(16).padStart(64, "0");
const lax = {
  vault: role("vault"),
  tokenIn: token("USDC"),
  tokenOut: token("USDT"),
  mode: "exactIn",
  amountBase: 1_000_000_000n,
  limitBase: 1n,
  venue: "uniswap",
  deadlineMinSec: 0,
  deadlineMaxSec: 4_200_000_000,
} as const;

/** Everything that is ever done with call data from outside. */
function useEverything(data: Hex): void {
  for (const routerVersion of ["2.0", "2.1.2"] as const)
    checkSwapCalldata(decodeVaultCall(data, { ...facts, routerVersion }), lax);
  setRouterDeadline(data, 1_900_000_000);
  lowerPermitDeadline(data, 1_900_000_000);
  pinExactOutput(data, facts);
  decodeRevert(data);
}

const bytes = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString("hex"));

describe("hostile bytes", () => {
  test("behavior: arbitrary bytes behind a known selector throw nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...selectors), bytes, (selector, body) => useEverything(`${selector}${body}`)),
      { numRuns: 300 },
    );
  });

  test("behavior: small words, which look like offsets and lengths, throw nothing", () => {
    const words = fc.array(fc.oneof(fc.nat(0x400), fc.nat(8), fc.constant(0x20)).map(word), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...selectors), words, (selector, body) =>
        useEverything(`${selector}${body.join("")}`),
      ),
      { numRuns: 300 },
    );
  });

  test("behavior: cut real calls throw nothing and are never a swap", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...realCalldata),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (data, share) => {
          const cut = data.slice(0, 2 + 2 * Math.floor(((data.length - 2) / 2) * share)) as Hex;
          useEverything(cut);
          expect(["unknown", "unsupported"]).toContain(decodeVaultCall(cut, facts).kind);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("behavior: any single changed byte of a real swap throws nothing, and what still reads is read from the new bytes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...realCalldata),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (data, position, by) => {
          const at = 2 + 2 * (position % ((data.length - 2) / 2));
          const byte = (Number.parseInt(data.slice(at, at + 2), 16) ^ by).toString(16).padStart(2, "0");
          const mutated = `${data.slice(0, at)}${byte}${data.slice(at + 2)}` as Hex;
          useEverything(mutated);
          const again = setRouterDeadline(mutated, 1_900_000_000);
          const call = decodeVaultCall(mutated, facts);
          // Reading is strict: what reads as a router swap is its own standard encoding but for the deadline.
          if (call.kind === "swap" && call.venue !== "0x-allowance-holder" && call.deadlineSec !== null) {
            expect(again.ok && again.value.length).toBe(mutated.length);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

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
    const reasons = (["0xzz", "0x1", "0xdeadbeef"] as const).map((data) => decodeVaultCall(data, facts));
    expect(reasons).toEqual([
      { kind: "unknown", reason: "the call data is not hex bytes" },
      { kind: "unknown", reason: "the call data is not hex bytes" },
      { kind: "unknown", reason: "selector 0xdeadbeef is none of the calls this service makes for a swap" },
    ]);
    const loose = { kind: "unknown", reason: "the arguments of execute are not in the standard encoding" };
    expect(decodeVaultCall("0x3593564c", facts)).toEqual(loose);
  });

  test("error: bytes behind a real call, even zeros", () => {
    for (const vector of safetyVectors.filter((each) => ["swap", "zeroex", "wrap"].includes(each.group))) {
      expect(decodeVaultCall(`${vector.call.data}00`, facts).kind, vector.id).toBe("unknown");
      expect(decodeVaultCall(`${vector.call.data}${word(0)}`, facts).kind, vector.id).toBe("unknown");
    }
  });

  test("behavior: letters of either case read the same", () => {
    const data = realCalldata[0] as Hex;
    expect(decodeVaultCall(`0x${data.slice(2).toUpperCase()}`, facts)).toEqual(decodeVaultCall(data, facts));
  });

  test("error: more than 64 KiB, read by nobody", () => {
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

  test("error: a thousand offsets at one blob are not followed: copying it for each would outlast the test's time", () => {
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
