import type { Hex } from "viem";
import { beforeEach, describe, expect, test } from "vitest";
import { encodeStakingCall, type StakingCall } from "../../../src/calldata/staking-call.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { selectorOf } from "../../../src/lib/normalize-address.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { words } from "../../simulation/chain/words.ts";
import { keepVenuePrices } from "../../simulation/world/keep-venue-prices.ts";
import { type Asked, type Bench, executionBench } from "./support/execution-bench.ts";

/*
 * Decision D24: what takes out is judged by the value right before it alone. Stake stands for all
 * of it, because it needs no pool: what goes out of one is in check-position.test.ts, and which
 * calls are ways out in call-rule.test.ts.
 */
const EXITS: StakingCall[] = [
  { kind: "undelegateStake", amountBase: 5n },
  { kind: "unstake", amountBase: 5n },
  { kind: "claimStakingRewards" },
];
const STAKE: StakingCall = { kind: "stake", amountBase: 5n };
const CALL = { kind: "call" } as const;
/** The simulated vault: 200,000 USDC, 2 USDC a share. */
const TOTAL = 200_000_000_000n;
const REVERTED = { error: { code: 3, message: "execution reverted", data: "0x" } };

let bench: Bench;
beforeEach(async () => {
  const grants = [...EXITS, STAKE].map((call) => selectorOf(encodeStakingCall(call)));
  bench = await executionBench({ grants });
  const { delegation } = await bench.context().stored();
  await saveDelegation.run(bench.deps.redis, bench.keys, {
    ...{ requestId: "D-1", nowMs: bench.startMs, chainNonce: 0 },
    record: { ...delegation!, selectors: [...delegation!.selectors, ...grants] },
  });
  bench.answer("the call", { result: "0x" });
  bench.answer("eth_estimateGas", { result: "0x30d40" });
  navAfter(10_000n);
});

const nav = (shareBps: bigint) => {
  const total = (TOTAL * shareBps) / 10_000n;
  const unit = total / 100_000n;
  return `0x${words.uint(unit > 0n ? unit : 1n)}${words.uint(total)}${words.uint(0)}` as const;
};

/** What a simulation shows after the call, in parts of the value before it. */
function navAfter(shareBps: bigint): void {
  bench.answer("multicall", ({ params }: Asked) => {
    const body = (params[0] as { data: Hex }).data.slice(10);
    const results = ["0x" as Hex, nav(shareBps)];
    return {
      result: `0x${words.bytesArray(words.big(body, 1) === 3n ? [nav(10_000n), ...results] : results)}`,
    };
  });
}

async function sent(call: StakingCall, executionMode: "manual" | "delegated" = "delegated") {
  const facts = await readCallFacts(bench.chainDeps, bench.vault, bench.agent);
  if (!facts.ok) throw new Error(facts.message);
  const plan: CallPlan = {
    ...{
      kind: "call",
      data: encodeStakingCall(call),
      expected: call,
      description: "d",
      message: "m",
      swap: null,
    },
    ...{ facts: facts.value, measured: { baseToken: bench.tokens.usdc, pools: new Map() } },
  };
  const outcome = await carryOut(bench.context({ executionMode }), plan, CALL);
  return outcome.status === "refused" ? outcome.refusal.code : outcome.status;
}
/**
 * Whether the agent's transaction was handed to a node; what the simulated chain makes of a stake,
 * which it does not know, is no matter.
 */
async function goesOut(call: StakingCall): Promise<boolean> {
  const refusal = await sent(call);
  return bench.sent.length === 1 && refusal === "reverted";
}

/** Seen twice, ten minutes apart. */
async function raiseHigh(): Promise<void> {
  const nowMs = bench.deps.clock.nowMs();
  for (const atMs of [nowMs - 600_000, nowMs])
    await recordNav.run(bench.deps.redis, bench.keys, {
      ...{ requestId: `high ${atMs}`, nowMs: atMs, chainId: 8453, vault: bench.vault },
      unitaryValue: "3600000",
    });
}

describe.each(EXITS)("$kind", (exit) => {
  test("behavior: a pumped token's 24-hour high holds up what goes in, no way out", async () => {
    await raiseHigh();
    expect(await sent(STAKE)).toBe("nav_shield_blocked");
    expect(await goesOut(exit)).toBe(true);
  });

  test("security: a pumped NAV without a high makes no loss smaller, stops no exit", async () => {
    // 50 WETH at a fifth by venues: 120,000 of the 200,000. 14,000 are 7% of the one and 11.7% of
    // the other.
    keepVenuePrices(bench, bench.keys, 8453, 400_000_000n);
    navAfter(9_300n);
    expect(await sent(STAKE)).toBe("nav_shield_blocked");
    expect(await goesOut(exit)).toBe(true);
  });

  test("security: and fills the loss budget by its share of what venues confirm", async () => {
    keepVenuePrices(bench, bench.keys, 8453, 400_000_000n);
    navAfter(9_880n);
    await sent(STAKE);
    const held = bench.scripts.findLast(({ name }) => name === "prepare-attempt")?.input.lossPpb;
    expect(held).toBe(20_000_000);
  });

  test("behavior: too short an oracle window holds up what goes in, and no way out", async () => {
    bench.answer("getState", { result: `0x${words.uint(0)}${words.uint(1)}${words.uint(1)}` });
    expect(await sent(STAKE)).toBe("oracle_window_too_short");
    expect(await goesOut(exit)).toBe(true);
  });

  test("behavior: nor does an unreadable window, or a vault refusing to compute NAV", async () => {
    bench.answer("getState", REVERTED);
    for (const name of ["updateUnitaryValue", "multicall"]) bench.answer(name, REVERTED);
    expect(await sent(STAKE)).toBe("rpc_unavailable");
    expect(await sent(exit, "manual")).toBe("unsigned");
    expect(await goesOut(exit)).toBe(true);
  });

  test("behavior: a full loss budget holds up what goes in, and no way out", async () => {
    bench.command(
      "HSET",
      bench.keys.settings(bench.operator),
      "lossDayBps",
      "100|",
      "lossWeekBps",
      "100|",
    );
    navAfter(9_850n);
    expect(await sent(STAKE)).toBe("loss_budget_exceeded");
    expect(await goesOut(exit)).toBe(true);
  });

  test("error: what loses over the threshold of the value just before is refused", async () => {
    for (const share of [8_999n, 0n]) {
      navAfter(share);
      expect(await sent(exit)).toBe("nav_shield_blocked");
    }
    expect(bench.sent).toEqual([]);
  });
});
