import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestStack, type TestStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

const MINUTE = 60_000;

test("behavior: a 5-slice sell order runs to completion and its sums equal the total exactly", async () => {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  await stack.pair(vault);
  const created = await stack.tool(vault, "create_twap_order", {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "5000",
    sliceCount: 5,
    intervalMinutes: 5,
    dex: "uniswap",
    autoExecute: true,
  });
  expect(created.status).toBe(200);
  for (let slice = 1; slice <= 5; slice += 1) {
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 1, failed: 0 });
  }
  const listed = await stack.tool(vault, "list_twap_orders");
  expect(listed.body.data.orders[0]).toMatchObject({
    id: 1,
    status: "completed",
    active: false,
    amountSpent: "5000",
    slicesExecuted: 5,
  });
  const kinds = (await stack.outbox(vault)).map((item) => item.kind);
  expect(kinds).toEqual([...Array(5).fill("slice_executed"), "order_completed"]);
  const swaps = stack.proxies.uniswap.log();
  expect(swaps.length).toBe(10);
});
