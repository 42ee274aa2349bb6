import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { atPoint, type FaultPoint } from "../support/fault-points.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * The Worker ends by SIGKILL between a question of the chat and its answer, and while the answer is
 * acted on. What must hold is read from chain and store: one act at most, and who answers again is
 * told what is known of it.
 */

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ redisKeeps: "every write" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const say = async (vault: TestVault, content: string, more: object = {}) =>
  (
    await flow.orders.post(vault, "/api/chat", {
      messages: [{ role: "user", content }],
      executionMode: "delegated",
      ...more,
    })
  ).body;
const asked = async (vault: TestVault, words: string): Promise<string> =>
  (await say(vault, words)).question.id;
/**
 * What an answer leads to, in one word: an execution's status, else what is known of an earlier
 * answer.
 */
const told = async (vault: TestVault, content: string, questionId: string): Promise<string> => {
  const body = await say(vault, content, { questionId });
  return body.execution?.status ?? body.details?.outcome ?? body.error;
};
async function tradingVault(): Promise<TestVault> {
  const vault = await flow.readyVault();
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}
async function nextWorker(): Promise<void> {
  const { worker } = flow.stack.stack.processes;
  await worker.kill();
  await worker.start();
}

test("behavior: asked by one Worker, answered to the next: one order, one swap only", async () => {
  const vault = await tradingVault();
  const { USDC } = await flow.chain.balances(vault.address);
  const order = await asked(vault, "sell 80 usdc for eth in 4 slices");
  const swap = await asked(vault, "sell 100 usdc");
  await nextWorker();
  expect((await say(vault, "every 5 minutes", { questionId: order })).error).toBeUndefined();
  expect(await told(vault, "eth", swap)).toBe("confirmed");
  await nextWorker();
  expect(await told(vault, "every 5 minutes", order)).toBe("unknown");
  expect(await told(vault, "eth", swap)).toBe("confirmed");
  expect(await flow.orders.list(vault)).toHaveLength(1);
  expect(USDC - (await flow.chain.balances(vault.address)).USDC).toBe(parseUnits("100", 6));
});

const points: [FaultPoint, string, string, number][] = [
  // Nothing was taken, so the question is as open as before.
  ["before the answer", "confirmed", "confirmed", 1],
  ["after the answer", "unknown", "unknown", 0],
  ["after prepare", "pending", "not_executed", 0],
  ["after the send", "pending", "confirmed", 1],
  ["before the close", "pending", "confirmed", 1],
];

test.each(points)(
  "behavior: killed %s, who answers again is told %s and in the end %s: %i swaps",
  async (point, first, last, swaps) => {
    const vault = await tradingVault();
    const { USDC } = await flow.chain.balances(vault.address);
    const questionId = await asked(vault, "sell 100 usdc");
    const { worker } = flow.stack.stack.processes;
    const fault = atPoint(flow, point, worker.kill);
    await say(vault, "eth", { questionId }).catch(() => undefined);
    expect(fault.happened()).toBe(true);
    await worker.start();
    expect(await told(vault, "eth", questionId)).toBe(first);
    for (let minutes = 0; minutes < 3; minutes += 1) await flow.stack.advance(MINUTE);
    expect(await told(vault, "eth", questionId)).toBe(last);
    expect(USDC - (await flow.chain.balances(vault.address)).USDC).toBe(
      BigInt(swaps) * parseUnits("100", 6),
    );
  },
);
