import type { Address } from "viem";
import { expect, test } from "vitest";
import type { Deps } from "../../../src/deps.ts";
import type { SwapRequest } from "../../../src/kinds/venue.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { words } from "../../simulation/chain/words.ts";
import { newOrders } from "../../support/new-orders.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";
import { orderOf } from "../store/support/records.ts";

// An order's amounts are base units, fixed when it was made, whatever its token says of itself
// later.

const TOKEN: Address = `0x${"a7".repeat(20)}`;

/**
 * What is asked of the venue for the next slice of an order over a token that had six decimals, and
 * now says `decimals`.
 */
async function askedFor(
  side: "sell" | "buy",
  decimals: number,
  slicesExecuted = 0,
): Promise<SwapRequest[]> {
  const bench = await executionBench();
  const { deps, keys, vault, operator, startMs, tokens } = bench;
  const asked: SwapRequest[] = [];
  bench.venues.uniswap = {
    ...bench.venues.uniswap!,
    quote: async (request) => {
      asked.push(request);
      return refuse("no_route", "This test asks for no more.");
    },
  };
  bench.answer("decimals", { result: `0x${words.uint(decimals)}` });
  const pair =
    side === "sell"
      ? { sellTokenAddress: TOKEN, buyTokenAddress: tokens.weth, sellDecimals: 6, buyDecimals: 18 }
      : { sellTokenAddress: tokens.weth, buyTokenAddress: TOKEN, sellDecimals: 18, buyDecimals: 6 };
  const amounts = {
    totalAmount: "10.000001",
    sliceAmount: "5",
    sliceCount: 2,
    totalBase: "10000001",
    sliceBase: "5000000",
  };
  const created = await createOrder.run(deps.redis, keys, {
    requestId: "create",
    nowMs: startMs,
    ...newOrders.twap(
      orderOf(vault, operator, {
        createdAt: startMs,
        dex: "uniswap",
        side,
        ...pair,
        ...amounts,
        slicesExecuted,
      }),
    ),
  });
  if (!created.ok) throw new Error(created.code);
  bench.pass(1_000);
  const tick = {
    ...deps,
    env: { addressOverrides: {} } as Deps["env"],
    channels: [],
    publisher: undefined,
    subrequests: () => 0,
  } as Deps;
  expect(await runTick(tick, {})).toMatchObject({ slices: 1, failed: 1 });
  return asked;
}

test.each(["sell", "buy"] as const)(
  "behavior: a %s order's slice is its base units, though the token now claims 18 decimals",
  async (side) => {
    const mode = side === "sell" ? "exactIn" : "exactOut";
    expect(await askedFor(side, 18)).toMatchObject([{ mode, amountBase: 5_000_000n }]);
    expect(await askedFor(side, 0)).toMatchObject([{ mode, amountBase: 5_000_000n }]);
  },
);

test("behavior: the last slice is what the others leave, to the base unit", async () => {
  expect(await askedFor("sell", 18, 1)).toMatchObject([{ amountBase: 5_000_001n }]);
});
