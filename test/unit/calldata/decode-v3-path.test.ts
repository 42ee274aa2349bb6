import type { Hex } from "viem";
import { expect, test } from "vitest";
import { decodeV3Path } from "../../../src/calldata/parse-router-plan.ts";

const [A, B, C] = ["aa", "bb", "cc"].map((byte) => byte.repeat(20));

test("default: a token, and for each hop its fee and the next one", () => {
  expect(decodeV3Path(`0x${A}0001f4${B}`)).toEqual([`0x${A}`, 500, `0x${B}`]);
  expect(decodeV3Path(`0x${A}0001f4${B}000bb8${C}`)).toEqual([
    `0x${A}`,
    500,
    `0x${B}`,
    3_000,
    `0x${C}`,
  ]);
});

// A token has 20 bytes, a hop 23: only 43, 66, 89, ... are paths.
test.each([0, 1, 19, 20, 21, 23, 42, 44, 46, 50, 65, 67, 88])(
  "error: %i bytes are no path",
  (size) => {
    const path: Hex = `0x${"ab".repeat(size)}`;
    expect(decodeV3Path(path)).toBeNull();
  },
);
