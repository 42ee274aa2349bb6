import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PLANTED } from "../support/planted-chain.ts";
import { startPlantedNode } from "../support/planted-node.ts";
import { startTestStack, type TestStack } from "../support/test-stack.ts";

/*
 * The Worker with a chain more: one file says all of it (test/support/planted-chain.ts), its id
 * stands in the list of ids and its line in the table of chains. No file of the service knows it;
 * it has a node of its own, with that id.
 */
let node: Awaited<ReturnType<typeof startPlantedNode>>;
let stack: TestStack;
beforeAll(async () => {
  node = await startPlantedNode();
  const entry = join(import.meta.dirname, "../support/planted-chain-worker.ts");
  stack = await startTestStack({ entry, vars: node.vars });
  expect((await settle("/api/delegation/confirm", {})).body).toMatchObject({
    ok: true,
    chainId: CHAIN_ID,
  });
  expect((await settle("/api/settings/exec-mode", { mode: "autonomous" })).status).toBe(200);
});
afterAll(async () => {
  await stack?.stop();
  await node?.stop();
});

const CHAIN_ID = PLANTED.id;
const AT = { chainId: CHAIN_ID };
const quote = (query: string) =>
  stack.call("GET", `/api/quote?sell=ETH&buy=USDC&amount=1&${query}`);
const auth = async () => ({
  vaultAddress: node.vault.address,
  ...AT,
  ...(await stack.credentials(node.vault.ownerKey)),
});
const settle = async (path: string, fields: object) =>
  stack.call("POST", path, { ...(await auth()), ...fields });
/**
 * Not held to a tool's own `output`: in this process its schema knows the service's chains alone.
 */
const tool = (name: string, args: object = {}, extra: object = {}) =>
  settle(`/api/tools?toolName=${name}`, { arguments: args, ...extra });

test("default: a quote by name, other word and id; a word naming no chain is told", async () => {
  for (const chain of ["testland", "TL", "7777"]) {
    const { status, body } = await quote(`chain=${chain}`);
    expect([status, body.chain, body.buyToken], JSON.stringify(body)).toEqual([
      ...[200, "testland"],
      "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    ]);
    // Of the local market: about 2,500 dollars.
    expect(Number(body.buyAmount)).toBeGreaterThan(2_400_000_000);
  }
  const unknown = await quote("chain=solana");
  expect([unknown.status, unknown.body.error, unknown.body.message]).toEqual([
    ...[400, "chain_not_supported"],
    expect.stringContaining("testland (7777)"),
  ]);
});

test("default: its own tokens by their symbols, and no other chain's", async () => {
  const sell = (symbol: string) =>
    stack.call("GET", `/api/quote?sell=${symbol}&buy=USDC&amount=10&chain=testland`);
  expect((await sell("LANDT")).status).toBe(200);
  expect((await sell("USDbC")).body).toMatchObject({
    error: "token_not_found",
    message: expect.stringContaining("on testland"),
  });
});

test("default: health and the OpenAPI document name it", async () => {
  const health = (await stack.call("GET", "/api/health")).body;
  expect(health.dependencies).toMatchObject({ chain_8453: "ok", chain_7777: "ok" });
  const document = JSON.stringify((await stack.call("GET", "/openapi.json")).body);
  expect(document).toContain('"enum":[1,10,56,130,137,8453,42161,7777]');
  expect(document).not.toContain('"enum":[1,10,56,130,137,8453,42161]');
});

test("default: the chat's words name it", async () => {
  const ask = (content: string) =>
    stack.call("POST", "/api/chat", { messages: [{ role: "user", content }], chainId: 8453 });
  const quoted = await ask("quote 1 ETH to USDC on testland");
  const [{ name, arguments: args, result }] = quoted.body.toolCalls;
  expect([name, args.chain, result.message]).toEqual([
    ...["get_swap_quote", "testland"],
    expect.stringContaining("Sell 1 ETH for about 2"),
  ]);
  const switched = await ask("switch to testland");
  expect(JSON.stringify(switched.body)).toContain("7777");
});

test("default: delegation is read, limits set, a delegated trade goes out under caps", async () => {
  const status = await tool("check_delegation_status", { chain: "testland" });
  expect(status.body.message).toContain(
    `Agent wallet ${node.vault.agent.toLowerCase()} on testland: 4 methods delegated`,
  );
  expect(status.body.message).toContain("Confirmed with the service: yes");
  expect(await settle("/api/settings/limits", { maxPerDay: "500" })).toMatchObject({
    status: 200,
    body: { limits: { maxPerDay: "500" } },
  });
  const trade = (amountIn: string) =>
    tool(
      "build_vault_swap",
      { tokenIn: "USDC", tokenOut: "ETH", amountIn, dex: "uniswap" },
      { executionMode: "delegated" },
    );
  const { body } = await trade("100");
  expect(body.execution, JSON.stringify(body)).toMatchObject({ status: "confirmed" });
  expect(JSON.stringify(body)).toContain("https://explorer.testland.example/tx/0x");
  expect((await trade("500")).body).toMatchObject({ error: "limit_exceeded" });
});

test("default: an order there runs when due, its events have the chain's explorer", async () => {
  const order = {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "20",
    sliceCount: 2,
    dex: "uniswap",
  };
  const created = await tool("create_twap_order", {
    ...order,
    intervalMinutes: 5,
    autoExecute: true,
  });
  expect([created.status, created.body.message]).toEqual([
    200,
    expect.stringContaining("on testland"),
  ]);
  await node.advance(5 * 60_000);
  expect(await stack.advance(5 * 60_000)).toMatchObject({ executed: 1 });
  const listed = await tool("get_twap_order", { id: created.body.data.orderId });
  expect(JSON.stringify(listed.body)).toContain("https://explorer.testland.example/tx/0x");
});

test("error: what it has not is refused by name", async () => {
  const staked = await tool("gov_stake", { amount: "1" });
  expect(staked.body).toMatchObject({
    error: "chain_not_supported",
    message:
      "There is no GRG staking proxy on testland (7777), and this needs it. Choose another chain.",
  });
  const moved = await tool("get_crosschain_quote", {
    destinationChain: "arbitrum",
    token: "USDC",
    amount: "10",
  });
  expect([moved.status, moved.body.message]).toEqual([
    400,
    expect.stringContaining("from testland to arbitrum"),
  ]);
});

test("error: a chain of the table without a node is not served", async () => {
  const { status, body } = await quote("chain=polygon");
  expect([status, body.error]).toEqual([503, "not_configured"]);
});
