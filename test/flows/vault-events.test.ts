import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { credentialHeaders } from "../support/credential-headers.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

// Approvals, freezes and executed calls are events of their vault too.

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const ask = async (vault: TestVault): Promise<string> =>
  (await flow.stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" })).body
    .operationId;
const decide = (vault: TestVault, word: "approve" | "reject", operationId: string) =>
  flow.orders.post(vault, `/api/operations/${word}`, { operationId });
async function unfreeze(vault: TestVault) {
  const at = Math.floor(flow.stack.stack.nowMs());
  const signed = await signOperator(
    vault.ownerKey,
    actionMessage(at, "unfreeze", 8453, vault.address),
    at,
  );
  return flow.stack.call("POST", "/api/vault/unfreeze", {
    vaultAddress: vault.address,
    chainId: 8453,
    ...signed,
  });
}
const seenBy = async (vault: TestVault, reader: TestVault | null): Promise<any[]> => {
  const headers =
    reader === null ? {} : credentialHeaders(await flow.stack.credentials(reader.ownerKey));
  const path = `/api/strategy-events?vault=${vault.address}`;
  return (await flow.stack.call("GET", path, undefined, headers)).body.events;
};

test("behavior: operations, freezes, a swap are owner's events, others see the swap", async () => {
  const { stack, chain } = flow;
  const [vault, other] = [await flow.readyVault(), await flow.newVault()];
  const rejected = await ask(vault);
  expect(await decide(vault, "reject", rejected)).toMatchObject({ status: 200 });
  const approved = await ask(vault);
  expect(await decide(vault, "approve", approved)).toMatchObject({ status: 200 });
  const late = await ask(vault);
  await stack.advance(3 * MINUTE);
  for (const word of ["approve", "reject"] as const)
    expect(await decide(vault, word, late)).toMatchObject({ body: { error: "operation_expired" } });
  // Frozen twice and lifted twice, it was one freeze.
  for (const changed of [true, false]) {
    const answer = await flow.orders.post(vault, "/api/vault/freeze", {});
    expect(answer).toMatchObject({ status: 200, body: { changed } });
  }
  for (const changed of [true, false])
    expect(await unfreeze(vault)).toMatchObject({ status: 200, body: { changed } });

  const [hash] = await chain.sentBy(vault.agent);
  const operation = { type: "operation", tool: "build_vault_swap" };
  const bought = /^Call of the agent wallet executed: sold 100 USDC, bought 0\.\d+ ETH$/;
  const events = await seenBy(vault, vault);
  expect(events).toMatchObject([
    { ...operation, operationId: rejected, how: "opened", success: true },
    { ...operation, operationId: rejected, how: "rejected", success: false },
    { ...operation, operationId: approved, how: "opened", success: true },
    { ...operation, operationId: approved, how: "approved", success: true },
    {
      type: "call",
      success: true,
      status: "confirmed",
      hash,
      summary: expect.stringMatching(bought),
    },
    { ...operation, operationId: late, how: "opened", success: true },
    { ...operation, operationId: late, how: "expired", success: false },
    { type: "freeze", frozen: true, summary: expect.stringContaining("POST /api/vault/unfreeze") },
    { type: "freeze", frozen: false },
  ]);
  expect(events[0].summary).toMatch(/^Waits for your approval: Swap 100 USDC for about 0\.\d+ ETH/);
  for (const reader of [null, other])
    expect(await seenBy(vault, reader)).toEqual([
      { type: "call", timestamp: events[4].timestamp, success: true, summary: events[4].summary },
    ]);

  const stream = await fetch(
    `${stack.stack.baseUrl}/api/events?vault=${vault.address}&since=0&seconds=1`,
    {
      headers: credentialHeaders(await stack.credentials(vault.ownerKey)),
    },
  );
  const said = [...(await stream.text()).matchAll(/^event: (.+)\ndata: (.+)$/gm)];
  expect(said.map(([, type, data]) => [type, JSON.parse(data ?? "")])).toEqual(
    events.map((event) => [event.type, event]),
  );
});
