import fc from "fast-check";
import { encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { describe, expect, test } from "vitest";
import { decodeAbiStrictly } from "../../../src/calldata/decode-abi-strictly.ts";
import { decodeAbi } from "../../../src/lib/decode-abi.ts";

const word = (value: number | bigint) => value.toString(16).padStart(64, "0");
const hex = fc
  .uint8Array({ maxLength: 70 })
  .map((array) => `0x${Buffer.from(array).toString("hex")}` as Hex);
const ADDRESS = "0x00000000000000000000000000000000000000aa";

const SHAPES = parseAbiParameters(
  "uint256 a, bytes b, bytes[] c, uint256[] d, (address e, bytes f)[] g, ((uint256 h, bool i) j, (uint256 k, string l) m) n",
);
const values = fc.tuple(
  fc.bigInt(0n, 2n ** 256n - 1n),
  hex,
  fc.array(hex, { maxLength: 4 }),
  fc.array(fc.bigInt(0n, 9n), { maxLength: 4 }),
  fc.array(fc.record({ e: fc.constant(ADDRESS as Hex), f: hex }), { maxLength: 3 }),
  fc.record({
    j: fc.record({ h: fc.bigInt(0n, 9n), i: fc.boolean() }),
    m: fc.record({ k: fc.bigInt(0n, 9n), l: fc.string() }),
  }),
);

describe("decodeAbi", () => {
  test("default: reads back whatever viem wrote, strictly too", () => {
    fc.assert(
      fc.property(values, (value) => {
        const encoded = encodeAbiParameters(SHAPES, value as never);
        const expected = JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v));
        for (const decode of [decodeAbi, decodeAbiStrictly]) {
          const read = decode(SHAPES, encoded);
          expect(
            JSON.stringify(read, (_, v) => (typeof v === "bigint" ? String(v) : v)).toLowerCase(),
          ).toBe(expected.toLowerCase());
        }
      }),
      { numRuns: 100 },
    );
  });

  test("behavior: bytes behind the encoding are tolerated, strictly they are not", () => {
    const encoded = encodeAbiParameters(parseAbiParameters("bytes"), ["0x1234"]);
    expect(decodeAbi(parseAbiParameters("bytes"), `${encoded}ff`)).toEqual(["0x1234"]);
    expect(decodeAbiStrictly(parseAbiParameters("bytes"), `${encoded}ff`)).toBeNull();
    expect(decodeAbiStrictly(parseAbiParameters("bytes"), encoded)).toEqual(["0x1234"]);
  });

  test("behavior: upper-case hex is the same bytes", () => {
    const encoded = encodeAbiParameters(parseAbiParameters("uint256"), [0xabcdefn]);
    expect(
      decodeAbiStrictly(parseAbiParameters("uint256"), `0x${encoded.slice(2).toUpperCase()}`),
    ).toEqual([0xabcdefn]);
  });

  test.each([
    [
      "dirty address padding",
      "address",
      `0x${"1".padStart(24, "0")}${ADDRESS.slice(2)}`,
      ["0x00000000000000000000000000000000000000AA"],
    ],
    ["number beyond its type", "uint8", `0x${word(256)}`, [256]],
    ["dirty bytes padding", "bytes", `0x${word(32)}${word(1)}${"12".padEnd(64, "3")}`, ["0x12"]],
    [
      "an offset beyond its place",
      "bytes",
      `0x${word(64)}${word(0)}${word(1)}${"12".padEnd(64, "0")}`,
      ["0x12"],
    ],
  ])("error: strictly no %s", (_, type, data, lenient) => {
    expect(decodeAbi(parseAbiParameters(type) as never, data as Hex)).toEqual(lenient);
    expect(decodeAbiStrictly(parseAbiParameters(type) as never, data as Hex)).toBeNull();
  });

  test.each([
    ["no hex", "bytes", "0xgg"],
    ["half bytes", "uint256", `0x${word(1)}1`],
    ["something in front", "uint256", `00x${word(1)}`],
    ["nothing", "uint256", "0x"],
    ["a cut word", "uint256", `0x${word(1).slice(2)}`],
    ["an offset outside", "bytes", `0x${word(2 ** 20)}`],
    ["an offset that wraps around", "bytes", `0x${"f".repeat(64)}${word(0)}`],
    ["an offset at the very end", "bytes", `0x${word(32)}`],
    ["a length outside", "bytes", `0x${word(32)}${word(33)}${word(0)}`],
    ["a length that wraps around", "bytes", `0x${word(32)}${"f".repeat(64)}${word(0)}`],
    ["a count outside", "uint256[]", `0x${word(32)}${word(2)}${word(1)}`],
    ["a count of many", "bytes[]", `0x${word(32)}${word(2 ** 16)}${word(0)}`],
    ["an element outside", "bytes[]", `0x${word(32)}${word(1)}${word(64)}`],
    ["a tuple outside", "(uint256 a, bytes b)", `0x${word(96)}${word(1)}`],
    ["a bool of 2", "bool", `0x${word(2)}`],
  ])("error: %s", (_, type, data) => {
    expect(decodeAbi(parseAbiParameters(type) as never, data as Hex)).toBeNull();
    expect(decodeAbiStrictly(parseAbiParameters(type) as never, data as Hex)).toBeNull();
  });

  test.each([
    [
      "two arguments at one byte",
      "bytes, bytes",
      `0x${word(64)}${word(64)}${word(1)}${"12".padEnd(64, "0")}`,
    ],
    ["two texts at one", "string, string", `0x${word(64)}${word(64)}${word(32)}${word(7)}`],
    ["two arguments at one blob", "bytes, bytes", `0x${word(64)}${word(64)}${word(32)}${word(7)}`],
    [
      "two elements at one blob",
      "bytes[]",
      `0x${word(32)}${word(2)}${word(64)}${word(64)}${word(64)}${word(7)}${word(7)}`,
    ],
    [
      "two arrays at one place",
      "uint256[], uint256[]",
      `0x${word(64)}${word(64)}${word(2)}${word(7)}${word(7)}`,
    ],
    [
      "two tuples at one place",
      "(uint256 a, bytes b)[]",
      `0x${word(32)}${word(2)}${word(64)}${word(64)}${word(7)}${word(64)}${word(32)}${word(7)}`,
    ],
    ["an array within itself", "bytes[][]", `0x${word(32)}${word(1)}${word(0)}`],
  ])("error: %s, each byte is read once", (_, type, data) => {
    expect(decodeAbi(parseAbiParameters(type) as never, data as Hex)).toBeNull();
  });
});
