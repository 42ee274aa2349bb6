import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type Wire, watchWire } from "../support/watch-wire.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

type Reply = { id: number; result?: { blockNumber?: string } | null };

/**
 * The node of a chain that needs so many confirmations and mines a block when a tick is over: what
 * is not as deep has no receipt. To this chain's one confirmation that is the same as a receipt not
 * deep enough.
 */
function demandConfirmations(confirmations: bigint): void {
  const { stack, chain } = flow;
  stack.proxies.rpc.before(async ({ body }) => {
    const calls = JSON.parse(body) as { id: number; method: string }[];
    const receipts = new Set(
      calls.filter(({ method }) => method === "eth_getTransactionReceipt").map(({ id }) => id),
    );
    if (receipts.size === 0) return undefined;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(stack.stack.chain.rpcUrl, { method: "POST", headers, body });
    const head = await chain.client.getBlockNumber({ cacheTime: 0 });
    const replies = ((await answer.json()) as Reply[]).map((reply) => {
      const mined = receipts.has(reply.id) ? reply.result?.blockNumber : undefined;
      return mined !== undefined && head - BigInt(mined) + 1n < confirmations
        ? { ...reply, result: null }
        : reply;
    });
    return { status: answer.status, headers, body: JSON.stringify(replies) };
  });
}

const minutesApart = (times: readonly number[]) =>
  times.slice(1).map((time, index) => Math.round((time - times[index]!) / MINUTE));

test.each([
  ["of chain 1", 2],
  ["of chain 137", 5],
])(
  "behavior: with the confirmations %s (%d blocks) a five-minute order runs every five minutes",
  async (_chain, confirmations) => {
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault();
    const id = await orders.create(vault, { sliceCount: 4, intervalMinutes: 5 });
    demandConfirmations(BigInt(confirmations));
    const slots: number[] = [];
    for (let tick = 0; tick < 4; tick += 1) {
      expect(await stack.advance(5 * MINUTE)).toMatchObject({
        slices: 1,
        executed: 0,
        pending: 1,
        failed: 0,
      });
      const order = await orders.order(vault, id);
      expect(order).toMatchObject({
        status: "pending_confirmation",
        slicesExecuted: tick,
        consecutiveFailures: 0,
      });
      slots.push(order.lastExecution);
      await chain.client.request({ method: "anvil_mine", params: ["0x8"] } as never);
    }
    expect(minutesApart(slots)).toEqual([5, 5, 5]);
    await stack.advance(5 * MINUTE);
    expect(await orders.order(vault, id)).toMatchObject({
      status: "completed",
      slicesExecuted: 4,
      amountSpent: "100",
    });
    expect(await chain.nonceOf(vault.agent)).toBe(4);
    expect(
      (await orders.events(vault)).map(({ sliceNumber, success }) => [sliceNumber, success]),
    ).toEqual([1, 2, 3, 4].map((slice) => [slice, true]));
  },
);

test("behavior: the second claim is made where something was freed, and nowhere else", async () => {
  const { stack, chain, orders } = flow;
  const vaults = [await flow.readyVault(), await flow.readyVault()];
  for (const vault of vaults) await orders.create(vault, { sliceCount: 3, intervalMinutes: 5 });
  const wire: Wire = watchWire(stack.proxies);
  demandConfirmations(5n);
  const claims = () => wire.labels("redis").filter((label) => label.startsWith("redis:claim"));
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 2, pending: 2, resolved: 0 });
  expect(claims()).toEqual(["redis:claim-due"]);
  await chain.client.request({ method: "anvil_mine", params: ["0x8"] } as never);
  wire.reset();
  // Two attempts end, two orders are due by that: one claim more, however many they are.
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 2, pending: 2, resolved: 2 });
  expect(claims()).toEqual(["redis:claim-due", "redis:claim-freed"]);
  wire.reset();
  // Looked at again, and not deep enough: nothing was freed.
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 0, resolved: 2 });
  expect(claims()).toEqual(["redis:claim-due"]);
});
