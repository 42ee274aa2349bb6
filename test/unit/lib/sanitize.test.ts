import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitize } from "../../../src/lib/sanitize.ts";

describe("sanitize", () => {
  it("default: leaves ordinary text alone", () => {
    expect(sanitize("Swap Shield: 6.20% worse than the oracle (limit 5%).")).toBe(
      "Swap Shield: 6.20% worse than the oracle (limit 5%).",
    );
  });

  it.each([
    ["control characters and line breaks", "a\u0000b\r\n\tc", "a b c"],
    ["zero-width characters", "US\u200bDC\ufeff", "US DC"],
    ["bidirectional overrides", "abc\u202egnp\u2066x", "abc gnp x"],
    ["spaces collapse", "  a   b  ", "a b"],
    [
      "an RPC url keeps its host only",
      "fetch https://base.example.com/v2/SeCrEtKey?x=1 failed",
      "fetch https://base.example.com failed",
    ],
    [
      "user and password leave",
      "redis://user:pass@cache.example.com:6379/0",
      "redis://cache.example.com:6379",
    ],
    ["a websocket url", "wss://node.example.com/ws/v3/key", "wss://node.example.com"],
  ])("args: %s", (_name, text, expected) => {
    expect(sanitize(text)).toBe(expected);
  });

  it("behavior: keeps a hash of 66 characters and cuts what is longer", () => {
    const hash = `0x${"a1".repeat(32)}`;
    expect(sanitize(`tx ${hash}.`)).toBe(`tx ${hash}.`);
    expect(sanitize(`data ${hash}f end`)).toBe("data 0xa1a1a1a1… end");
    expect(sanitize(`data ${"ab".repeat(500)} end`)).toBe("data ababababab… end");
  });

  it("behavior: cuts at the limit, on both sides of it, never through a character", () => {
    expect(sanitize("x".repeat(400))).toHaveLength(400);
    const cut = sanitize("x".repeat(401));
    expect(cut).toHaveLength(400);
    expect(cut.endsWith("…")).toBe(true);
    const pairs = sanitize("💥".repeat(300));
    expect(pairs.length).toBeLessThanOrEqual(400);
    expect(pairs.isWellFormed()).toBe(true);
  });

  it("behavior: always short, one line, visible and well formed", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 1_000 }),
        fc.integer({ min: 1, max: 500 }),
        (text, max) => {
          const clean = sanitize(text, max);
          expect(clean.length).toBeLessThanOrEqual(max);
          expect(clean.isWellFormed()).toBe(true);
          expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(clean).not.toMatch(/\s\s/);
        },
      ),
    );
  });
});
