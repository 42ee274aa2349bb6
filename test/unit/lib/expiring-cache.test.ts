import { describe, expect, test } from "vitest";
import { createExpiringCache } from "../../../src/lib/expiring-cache.ts";

describe("createExpiringCache", () => {
  test("behavior: an entry ends at its time, not a millisecond later", () => {
    const cache = createExpiringCache<string>(10);
    cache.set("a", "x", 1_000);
    expect([cache.get("a", 0), cache.get("a", 999), cache.get("a", 1_000)]).toEqual([
      "x",
      "x",
      undefined,
    ]);
    // Once ended it is gone, though a clock that was moved back would bring its time again.
    expect(cache.get("a", 0)).toBeUndefined();
  });

  test("behavior: a key that was never put in is not there", () => {
    const cache = createExpiringCache<string>(10);
    expect([cache.get("toString", 0), cache.get("__proto__", 0), cache.get("", 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("behavior: at most so many entries: the oldest leaves first, a renewed one is new", () => {
    const cache = createExpiringCache<number>(2);
    cache.set("a", 1, 100);
    cache.set("b", 2, 100);
    cache.set("a", 3, 100);
    cache.set("c", 4, 100);
    expect([cache.get("a", 0), cache.get("b", 0), cache.get("c", 0)]).toEqual([3, undefined, 4]);
  });

  test("behavior: a renewed entry has its new value and its new end", () => {
    const cache = createExpiringCache<number>(2);
    cache.set("a", 1, 1_000);
    cache.set("a", 2, 10);
    expect([cache.get("a", 9), cache.get("a", 10)]).toEqual([2, undefined]);
  });

  test("behavior: it never grows past its limit", () => {
    const cache = createExpiringCache<number>(3);
    for (let i = 0; i < 1_000; i += 1) cache.set(`k${i}`, i, 100);
    const kept = Array.from({ length: 1_000 }, (_, i) => cache.get(`k${i}`, 0)).filter(
      (value) => value !== undefined,
    );
    expect(kept).toEqual([997, 998, 999]);
  });
});
