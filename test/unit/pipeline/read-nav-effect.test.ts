import { describe, expect, test } from "vitest";
import { unmeasuredYet } from "../../../src/pipeline/checks-simulated.ts";
import { readHead } from "../../../src/pipeline/read-call-facts.ts";
import { readNavEffect } from "../../../src/pipeline/read-nav-effect.ts";
import { words } from "../../simulation/chain/words.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const unmeasured = {
  ok: false,
  code: "nav_shield_blocked",
  message:
    "The vault's oracle gives no price for what would move, so its effect on the NAV cannot " +
    "be measured.",
  details: { measured: false },
};

describe("readNavEffect", () => {
  /** A move of 5 units of WETH out of a vault whose base token is USDC, within 1%. */
  const effect = ({ chainDeps, vault, tokens }: Bench, token = tokens.weth, block?: bigint) =>
    readNavEffect(
      chainDeps,
      vault,
      { token, amountBase: 5n, baseToken: tokens.usdc, toleranceBps: 100 },
      block,
    );

  test("default: in base token, by the vault's own oracle, at the simulated block", async () => {
    const bench = await executionBench();
    bench.answer("convertTokenAmount", { result: `0x${words.uint(10_000)}` });
    const moves = {
      ok: true,
      value: { kind: "moves", amountBase: 10_000n, dearerBase: 10_000n, toleranceBps: 100 },
    };
    expect(await effect(bench)).toEqual(moves);
    expect(await effect(bench, undefined, 39_999_999n)).toEqual(moves);
    expect(bench.requests.flat().map(({ name, tag }) => [name, tag])).toEqual([
      ["convertTokenAmount", "latest"],
      ["convertTokenAmount", "0x26259ff"],
    ]);
  });

  test("behavior: base token is worth itself, moving nothing keeps the NAV: unasked", async () => {
    const bench = await executionBench();
    expect(await effect(bench, bench.tokens.usdc)).toEqual({
      ok: true,
      value: { kind: "moves", amountBase: 5n, toleranceBps: 100 },
    });
    expect(await readNavEffect(bench.chainDeps, bench.vault, undefined)).toEqual({
      ok: true,
      value: { kind: "keeps" },
    });
    expect(bench.requests).toEqual([]);
  });

  test("error: an oracle that did not answer, and one without a price", async () => {
    const bench = await executionBench();
    bench.answer("convertTokenAmount", "silent");
    expect(await effect(bench)).toEqual({
      ok: false,
      code: "rpc_unavailable",
      message: "The vault's oracle could not be read. Nothing was built; please try again.",
    });
    bench.answer("convertTokenAmount", {
      error: { code: 3, message: "execution reverted", data: "0x" },
    });
    expect(await effect(bench)).toEqual(unmeasured);
    bench.answer("convertTokenAmount", { result: `0x${words.uint(0)}` });
    expect(await effect(bench)).toEqual(unmeasured);
  });
});

test("unmeasuredYet: the unmeasurable waits five minutes; a measured refusal stays", () => {
  expect(unmeasuredYet(unmeasured as never)).toEqual({
    ok: false,
    code: "oracle_window_filling",
    message:
      "The oracle has not observed this token for as long as its mean takes, so the vault's " +
      "NAV could not be measured after the trade. Nothing was built; try again in 5 minutes.",
    details: { retryAfterSec: 300 },
  });
  const measured = {
    ok: false,
    code: "nav_shield_blocked",
    message: "too much",
    details: { measured: true },
  } as const;
  expect(unmeasuredYet(measured)).toBe(measured);
  const { details: _, ...plain } = measured;
  expect(unmeasuredYet(plain)).toBe(plain);
});

test("readHead: block and tip, which is 0 where a node has none; no block, no head", async () => {
  const bench = await executionBench();
  expect(await readHead(bench.chainDeps)).toMatchObject({
    ok: true,
    value: { block: { number: 40_000_000n, baseFeePerGas: 5_000_000n }, tipWei: 1_000_000n },
  });
  bench.answer("eth_maxPriorityFeePerGas", "silent");
  expect(await readHead(bench.chainDeps)).toMatchObject({ ok: true, value: { tipWei: 0n } });
  bench.answer("eth_getBlockByNumber", "silent");
  expect(await readHead(bench.chainDeps)).toEqual({
    ok: false,
    code: "rpc_unavailable",
    message: "The chain could not be read. Nothing was built; please try again.",
  });
});
