import { type Hex, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { liquidityCalldata } from "../../../src/liquidity/liquidity-calldata.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import type { VaultCall } from "../../support/decode-vault-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const STRANGER = `0x${"66".repeat(20)}` as const;
type Name = "mint" | "increase" | "decrease" | "collect" | "burn";

/** The calldata of each call for `vault`, with what is changed of it. */
function written(
  bench: Bench,
  vault: Hex,
  { tokenId = 14n, amount = 0n, late = 0, usdc = bench.tokens.usdc } = {},
): Record<Name, Hex> {
  const at = { vault, deadlineSec: Math.floor(bench.deps.clock.nowMs() / 1_000) + 200 + late };
  const pool = {
    currency0: zeroAddress,
    currency1: usdc,
    fee: 500,
    tickSpacing: 10,
    hooks: zeroAddress,
  } as const;
  const added = { liquidity: 10n + amount, amount0MaxBase: 20n, amount1MaxBase: 30n };
  const taken = { tokenId, amount0MinBase: 5n, amount1MinBase: 6n };
  return {
    mint: liquidityCalldata.mint(
      { ...added, pool, tickLower: -100, tickUpper: 100 + Number(tokenId - 14n) * 10 },
      at,
    ),
    increase: liquidityCalldata.increase({ ...added, tokenId, pool }, at),
    decrease: liquidityCalldata.decrease({ ...taken, pool, liquidity: 10n + amount }, at),
    collect: liquidityCalldata.decrease(
      { tokenId, pool, liquidity: 0n, amount0MinBase: amount, amount1MinBase: 0n },
      at,
    ),
    burn: liquidityCalldata.burn({ ...taken, amount1MinBase: 6n - amount, pool }, at),
  };
}

async function codeOf(bench: Bench, data: Hex, expected: VaultCall): Promise<string> {
  const facts = await readCallFacts(bench.chainDeps, bench.vault, undefined);
  if (!facts.ok) throw new Error(facts.message);
  const plan: CallPlan = {
    kind: "call",
    data,
    expected,
    description: "d",
    message: "m",
    swap: null,
    facts: facts.value,
  };
  const outcome = await carryOut(bench.context(), plan, { kind: "call" });
  expect(bench.sent).toEqual([]);
  return outcome.status === "refused" ? outcome.refusal.code : outcome.status;
}
const meaning = (bench: Bench, data: Hex): VaultCall =>
  decodeVaultCall(data, {
    vault: bench.vault,
    wrappedNative: bench.chainDeps.addresses.wrappedNative,
    routerVersion: "2.0",
  });

describe.each<Name>(["mint", "increase", "decrease", "collect", "burn"])(
  "calldata of %s that was changed",
  (name) => {
    test("error: recipient, position, range, amount, token, deadline, action: unsent", async () => {
      const bench = await executionBench();
      const good = meaning(bench, written(bench, bench.vault)[name]);
      expect(good.kind).toMatch(/^lp/);
      const changed: [string, Hex][] = [
        ["recipient", written(bench, STRANGER)[name]],
        ["position or range", written(bench, bench.vault, { tokenId: 15n })[name]],
        ["amount", written(bench, bench.vault, { amount: 1n })[name]],
        ["token", written(bench, bench.vault, { usdc: bench.tokens.weth })[name]],
        ["deadline", written(bench, bench.vault, { late: 1 })[name]],
        ["bytes behind it", `${written(bench, bench.vault)[name]}00`],
      ];
      for (const [what, data] of changed)
        expect([what, await codeOf(bench, data, good)]).toEqual([what, "calldata_rejected"]);
    });

    test("error: a tool expecting the stranger, or too late a deadline, gets nothing", async () => {
      const bench = await executionBench();
      const toStranger = written(bench, STRANGER)[name];
      expect(await codeOf(bench, toStranger, meaning(bench, toStranger))).toBe("calldata_rejected");
      const late = written(bench, bench.vault, { late: 101 })[name];
      expect(await codeOf(bench, late, meaning(bench, late))).toBe("deadline_passed");
    });
  },
);
