import { expect, test } from "vitest";
import { guarded } from "../../../src/attempts/guarded.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";

test("behavior: what works passes; throws are logged by name, text and give nothing", async () => {
  const bench = await executionBench();
  const run = (work: () => Promise<number>) => guarded(bench.deps, "order 7", work);
  expect(await run(async () => 5)).toBe(5);
  expect(bench.logged).toEqual([]);
  expect(await run(() => Promise.reject(new TypeError("no such thing")))).toBeUndefined();
  expect(await run(() => Promise.reject("a text"))).toBeUndefined();
  expect(bench.logged).toEqual([
    ["slice_error", { name: "order 7", cause: "TypeError: no such thing" }],
    ["slice_error", { name: "order 7", cause: "unknown" }],
  ]);
});
