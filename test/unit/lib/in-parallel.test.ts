import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inParallel } from "../../../src/lib/in-parallel.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("inParallel", () => {
  test("behavior: results in order of items, each item once, at most `limit` at once", async () => {
    const cases = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), cases, async (limit, turns) => {
        let running = 0;
        let most = 0;
        const seen: number[] = [];
        const results = await inParallel(limit, [...turns.entries()], async ([index, count]) => {
          running += 1;
          most = Math.max(most, running);
          seen.push(index);
          for (let i = 0; i < count; i += 1) await turn();
          running -= 1;
          return index * 10;
        });
        expect(results).toEqual(turns.map((_, index) => index * 10));
        expect(seen.sort((a, b) => a - b)).toEqual(turns.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(limit);
        expect(most).toBe(Math.min(limit, turns.length));
      }),
      { numRuns: 60 },
    );
  });

  test("behavior: nothing to do is done at once", async () => {
    expect(await inParallel(4, [], async () => 1)).toEqual([]);
  });

  test("behavior: a slow item holds up only its own place", async () => {
    const order: string[] = [];
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await inParallel(2, ["slow", "a", "b", "c"], async (item) => {
      if (item === "slow") await held;
      order.push(item);
      if (item === "c") release();
    });
    expect(order).toEqual(["a", "b", "c", "slow"]);
  });

  test("error: a failure is the caller's", async () => {
    await expect(
      inParallel(2, [1, 2, 3], async (item) => {
        if (item === 2) throw new Error("no");
      }),
    ).rejects.toThrow("no");
  });
});
