import { formatUnits, parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { loosenBudget } from "../support/loosen-budget.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const HALF = parseUnits("0.5", 18);
const BUY = { tokenIn: "USDC", tokenOut: "ETH", amountOut: "0.5" };
const build = (
  vault: TestVault,
  args: object = BUY,
  executionMode = "delegated",
): Promise<Answer> => flow.stack.tool(vault, "build_vault_swap", args, { executionMode });

async function autonomousVault(options?: Parameters<Flow["readyVault"]>[0]): Promise<TestVault> {
  const vault = await flow.readyVault(options);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}

/** Runs a call, and tells what it moved by the chain's own balances. */
async function moved(vault: TestVault, run: () => Promise<Answer>) {
  const before = await flow.chain.balances(vault.address);
  const { status, body } = await run();
  expect([status, body.execution?.status], JSON.stringify(body)).toEqual([200, "confirmed"]);
  const after = await flow.chain.balances(vault.address);
  return { body, left: before.USDC - after.USDC, arrived: after.ETH - before.ETH };
}

/**
 * What a card or a description says: the most that leaves, the word before the amount, and what is
 * expected.
 */
const SAID =
  /up to ([\d.]+) USDC(?:, about ([\d.]+),)? for (exactly|at least) ([\d.]+) ETH(?:, about ([\d.]+),)? on (\w+)/;

test("default: 'buy 0.5 ETH' without a venue buys exactly 0.5 ETH where least leaves", async () => {
  const vault = await autonomousVault();
  const quoted = await flow.stack.tool(vault, "get_swap_quote", BUY);
  expect(quoted.body.data.swapMeta).toMatchObject({ buyAmount: "0.5", dex: "uniswap" });
  const { body, left, arrived } = await moved(vault, () => build(vault));
  expect(arrived).toBe(HALF);
  expect(body.execution).toMatchObject({ bought: "0.5", sold: formatUnits(left, 6) });
  // Both venues were asked once, and the one that was chosen for its calldata.
  const asked = (venue: "0x" | "uniswap") => flow.stack.proxies[venue].log().length;
  expect([asked("0x"), asked("uniswap")]).toEqual([2, 3]);
  const chat = await moved(vault, async () => {
    const answer = await flow.stack.call("POST", "/api/chat", {
      ...{ vaultAddress: vault.address, chainId: 8453, executionMode: "delegated" },
      ...(await flow.stack.credentials(vault.ownerKey)),
      messages: [{ role: "user", content: "buy 0.5 ETH with USDC" }],
    });
    return {
      ...answer,
      body: {
        ...answer.body,
        execution: answer.body.execution ?? answer.body.results?.[0]?.execution,
      },
    };
  });
  expect(chat.arrived).toBe(HALF);
});

test("behavior: 0x is taken if it spends less than the exact cost, Uniswap unneeded", async () => {
  const vault = await autonomousVault();
  // 1% is what 0x spends beyond its quote: where Uniswap is half of that dearer it still takes
  // less, where it is 3% no more.
  await flow.venueControl("uniswap", "skew", { bps: -50 });
  expect((await build(vault, BUY, "manual")).body.transaction.swapMeta.dex).toBe("uniswap");
  await flow.venueControl("uniswap", "skew", { bps: -300 });
  expect((await build(vault, BUY, "manual")).body.transaction.swapMeta.dex).toBe("0x");
  await flow.venueControl("uniswap", "reset", {});
  await flow.venueControl("uniswap", "fail", { times: 1, status: 503 });
  expect((await build(vault, BUY, "manual")).body.transaction.swapMeta.dex).toBe("0x");
  await flow.venueControl("0x", "fail", { times: 1, status: 503 });
  await flow.venueControl("uniswap", "fail", { times: 1, status: 503 });
  expect(expectRefusal(await build(vault, BUY, "manual"))).toBe("502 venue_unavailable");
});

test("behavior: of the two only the venue that the vault's limits allow is asked", async () => {
  const vault = await autonomousVault();
  await flow.orders.set(vault, "limits", { venues: ["0x"] });
  expect((await build(vault, BUY, "manual")).body.transaction.swapMeta.dex).toBe("0x");
  expect(flow.stack.proxies.uniswap.log()).toEqual([]);
});

test("behavior: at 0x card, SwapMeta and limits tell what truly leaves and arrives", async () => {
  const vault = await flow.readyVault();
  await flow.orders.set(vault, "limits", { maxPerDay: "2000", tokens: "listed" });
  const { body } = await build(vault, { ...BUY, dex: "0x" });
  const [, most, about, word, least, expected, dex] = SAID.exec(body.message) ?? [];
  // All of the maximum leaves, so no other amount is named beside it.
  expect([about, word, least, dex]).toEqual([undefined, "at least", "0.5", "0x"]);
  expect(body.message).toContain(`At least 0.5 ETH arrive and at most ${most} USDC leave`);
  const { swapMeta } = body.data;
  expect(swapMeta).toMatchObject({ sellAmount: most, dex: "0x" });
  // On the card to six digits, as "about 0.505".
  expect([expected, swapMeta.buyAmount.slice(0, 5)]).toEqual(["0.505", "0.505"]);
  const done = await moved(vault, () =>
    flow.orders.post(vault, "/api/operations/approve", { operationId: body.operationId }),
  );
  expect(formatUnits(done.left, 6)).toBe(most);
  expect(done.arrived).toBeGreaterThan(HALF);
  // "About": to a tenth of a percent, which the pool's own price impact takes.
  const off = parseUnits(swapMeta.buyAmount, 18) - done.arrived;
  expect((off < 0n ? -off : off) * 1_000n).toBeLessThan(HALF);
  // 1% of slippage is what is spent beyond the quote, and so much more arrives.
  expect(done.arrived * 1_000n).toBeGreaterThan(HALF * 1_009n);
  // The limits counted what left.
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  const refused = await build(vault, { ...BUY, dex: "0x" });
  expect(expectRefusal(refused)).toBe("400 limit_exceeded");
  expect(refused.body.details).toMatchObject({ limit: "maxPerDay", used: most, allowed: "2000" });
});

test("behavior: a Uniswap card names the exact amount, the most and expected outflow", async () => {
  const vault = await flow.readyVault();
  const { body } = await build(vault, { ...BUY, dex: "uniswap" });
  const [, most, about, word, exactly, more, dex] = SAID.exec(body.message) ?? [];
  expect([word, exactly, more, dex]).toEqual(["exactly", "0.5", undefined, "uniswap"]);
  expect(body.data.swapMeta.buyAmount).toBe("0.5");
  expect(Number(body.data.swapMeta.sellAmount)).toBeCloseTo(Number(about), 1);
  const done = await moved(vault, () =>
    flow.orders.post(vault, "/api/operations/approve", { operationId: body.operationId }),
  );
  expect(done.arrived).toBe(HALF);
  expect(formatUnits(done.left, 6)).toBe(body.data.swapMeta.sellAmount);
  expect(done.left).toBeLessThan(parseUnits(most!, 6));
});

describe.each(["0x", "uniswap"] as const)(
  "an exact output that is worse than it was quoted, at %s",
  (dex) => {
    const buy = { ...BUY, dex };

    test.each(["minOut", "amount", "recipient"])(
      "error: calldata with another %s is thrown away, nothing is sent",
      async (mode) => {
        const vault = await autonomousVault();
        await flow.venueControl(dex, "mutate", { mode });
        expect(expectRefusal(await build(vault, buy))).toMatch(
          /^(?:400|502) venue_calldata_rejected$/,
        );
        expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
      },
    );

    test("error: quotes below pool revert in simulation, dearer meet the Swap Shield", async () => {
      const vault = await autonomousVault();
      await flow.venueControl(dex, "skew", { bps: 200 });
      expect(expectRefusal(await build(vault, buy))).toBe("400 simulation_reverted");
      await flow.venueControl(dex, "skew", { bps: -700 });
      expect(expectRefusal(await build(vault, buy))).toBe("400 swap_shield_blocked");
      expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    });

    test("error: with the Swap Shield wide open the NAV Shield still measures cost", async () => {
      // 100,000 USDC and nothing else: 30 ETH at 20% above the oracle's price cost about a sixth of
      // it.
      const vault = await autonomousVault({ fund: {} });
      expect((await loosenBudget(flow.stack, vault, { day: "30", week: "30" })).status).toBe(200);
      await flow.orders.set(vault, "swap-shield", { tolerance: "50" });
      await flow.movePool("v4_ETH_USDC", 12_000);
      expect(expectRefusal(await build(vault, { ...buy, amountOut: "30" }))).toBe(
        "400 nav_shield_blocked",
      );
      expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    });
  },
);
