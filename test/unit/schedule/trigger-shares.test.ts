import { expect, test } from "vitest";
import type { Deps } from "../../../src/deps.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { newOrders } from "../../support/new-orders.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";
import { triggerOf } from "../triggers/trigger-fixture.ts";

/**
 * Three calls of the pool DEX in five minutes, of which a trade takes two. A fifth more is for
 * trigger orders: still one trade.
 */
const ONE_TRADE = { UNISWAP_CALLS_PER_SECOND: 0.02 };

test("behavior: trading triggers use their venue's share; more waits, a look is free", async () => {
  const bench = await executionBench();
  const { deps, keys, vault, operator, startMs, tokens } = bench;
  let asked = 0;
  bench.venues.uniswap = {
    ...bench.venues.uniswap!,
    quote: async () => {
      asked += 1;
      return refuse("no_route", "This test asks for no more.");
    },
  };
  const create = async (price: string) => {
    const { id: _, ...trigger } = triggerOf({
      ...{ createdAt: startMs, vaultAddress: vault, operatorAddress: operator, price },
      ...{
        sellTokenAddress: tokens.weth,
        buyTokenAddress: tokens.usdc,
        sellToken: "WETH",
        sellSymbol: "WETH",
      },
    });
    const created = await createOrder.run(deps.redis, keys, {
      ...{ requestId: deps.newId(), nowMs: startMs },
      ...newOrders.trigger(trigger),
    });
    if (!created.ok) throw new Error(created.code);
    return created.id;
  };
  // Far below the price of now: looked at, and not met.
  for (let watching = 0; watching < 3; watching += 1) await create("1");
  const met = [await create("1000000"), await create("1000000"), await create("1000000")];
  bench.pass(1_000);
  const tick = {
    ...deps,
    env: { addressOverrides: {}, ...ONE_TRADE },
    channels: [],
    publisher: undefined,
    subrequests: () => 0,
  } as unknown as Deps;
  await runTick(tick, {});
  expect(asked).toBe(1);
  const waits = met.map((id) => {
    const { json = "{}" } = Object(bench.read(keys.order(vault, id))) as { json?: string };
    return JSON.parse(json).waiting?.reason;
  });
  expect(waits.filter((reason) => reason === "venue_share")).toHaveLength(2);
  // Five minutes later the share is free again.
  bench.pass(300_000);
  await runTick(tick, {});
  expect(asked).toBe(2);
});
