import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { atPoint, type FaultPoint } from "../support/fault-points.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * The Worker ends by SIGKILL while it carries an approval out. What must hold is read from the
 * chain: at most one swap, and whoever approves again is told what the chain has. Until that is
 * known he is told neither success nor failure.
 */

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ redisKeeps: "every write" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const approve = (vault: TestVault, operationId: string) =>
  flow.orders.post(vault, "/api/operations/approve", { operationId });

/** What an approver is told, in one word or a code. */
async function told(vault: TestVault, operationId: string): Promise<string> {
  const { body } = await approve(vault, operationId);
  return body.execution?.status ?? body.error;
}

const points: [FaultPoint, string, string, number][] = [
  ["after the word", "conflict", "operation_decided", 0],
  ["after prepare", "pending", "operation_decided", 0],
  ["after the send", "pending", "confirmed", 1],
  ["before the close", "pending", "confirmed", 1],
];

test.each(points)(
  "behavior: killed %s, an approval is first %s and in the end %s: %i swaps",
  async (point, first, last, swaps) => {
    const { stack, chain } = flow;
    const vault = await flow.readyVault();
    const { operationId } = (
      await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" })
    ).body;
    const before = await chain.balances(vault.address);
    const { worker } = stack.stack.processes;
    const fault = atPoint(flow, point, worker.kill);
    await approve(vault, operationId).catch(() => undefined);
    expect(fault.happened()).toBe(true);
    await worker.start();
    expect(await told(vault, operationId)).toBe(first);
    // The minute of the word, the attempt's next check, and the freeing of its nonce.
    for (let minutes = 0; minutes < 3; minutes += 1) await stack.advance(MINUTE);
    expect(await told(vault, operationId)).toBe(last);
    const { USDC } = await chain.balances(vault.address);
    expect(before.USDC - USDC).toBe(BigInt(swaps) * parseUnits("100", 6));
    // Nothing is left to come: the wallet is free again, and another trade goes through.
    expect(
      await stack.stack.redis.command([
        "EXISTS",
        `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`,
      ]),
    ).toBe(0);
    const next = (await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" }))
      .body;
    expect(await told(vault, next.operationId)).toBe("confirmed");
  },
);
