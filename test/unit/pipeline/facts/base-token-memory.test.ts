import { expect, test } from "vitest";
import { baseTokenMemory } from "../../../../src/pipeline/facts/read-call-facts.ts";
import { executionBench } from "../support/execution-bench.ts";

const OTHER = `0x${"77".repeat(20)}` as const;

test("behavior: a vault's base token is remembered for a day, by chain and vault", async () => {
  const bench = await executionBench();
  const call = { deps: bench.deps, chainId: 8453, vault: bench.vault } as const;
  expect(baseTokenMemory.get(call)).toBeUndefined();
  baseTokenMemory.set(call, bench.tokens.usdc);
  expect(baseTokenMemory.get(call)).toBe(bench.tokens.usdc);
  expect(baseTokenMemory.get({ ...call, vault: OTHER })).toBeUndefined();
  expect(baseTokenMemory.get({ ...call, chainId: 10 })).toBeUndefined();
  bench.pass(24 * 3_600_000 - 1);
  expect(baseTokenMemory.get(call)).toBe(bench.tokens.usdc);
  bench.pass(1);
  expect(baseTokenMemory.get(call)).toBeUndefined();
});
