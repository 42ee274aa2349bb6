import { parseUnits } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpRedis } from "../support/dump-redis.ts";
import { connectMcp } from "../support/mcp-client.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
let vault: TestVault;
let signed: Record<string, unknown>;
beforeAll(async () => {
  flow = await startFlow();
  vault = await flow.readyVault();
  signed = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await flow.stack.credentials(vault.ownerKey)),
  };
  // What is remembered of an operator's first call is no dry run's doing.
  await flow.stack.tool(vault, "list_twap_orders");
});
afterAll(() => flow?.stack.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const order = {
  ...{ side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "100", dex: "uniswap" },
  ...{ sliceCount: 4, intervalMinutes: 5, autoExecute: true },
};
/**
 * Payments, debts, what is remembered of requests (whose answers nobody reads again), and what
 * counts callers: all else has to stand as it stood.
 */
const COUNTED =
  /^sx:local:(request|payment|payment-debt|payments-in-flight|idempotency|rate|has-paid):/;

async function everything() {
  const stored = Object.entries(await dumpRedis(flow.stack.stack.redis)).filter(
    ([key]) => !COUNTED.test(key),
  );
  const { client, nonceOf, balances } = flow.chain;
  return {
    stored: Object.fromEntries(stored),
    // A settled payment is a block of its own on this chain: of all blocks, what touches the vault.
    logs: (await client.getLogs({ address: vault.address, fromBlock: 0n })).map(
      ({ transactionHash }) => transactionHash,
    ),
    nonces: await Promise.all([vault.agent, vault.owner].map(nonceOf)),
    balances: await Promise.all([
      balances(vault.address),
      client.getBalance({ address: vault.agent }),
    ]),
  };
}

async function freshFor(action: string): Promise<Record<string, unknown>> {
  const at = Math.floor(flow.stack.stack.nowMs());
  const message = actionMessage(at, action, 8453, vault.address);
  return { ...signed, ...(await signOperator(vault.ownerKey, message, at)) };
}

test("behavior: on every door a dry run changes nothing; its verdict is the write's", async () => {
  const { stack } = flow;
  const loosened = await freshFor("loosen_loss_budget");
  const post = (path: string, body: object, dryRun: boolean) =>
    stack.call("POST", path, { ...signed, ...body, dryRun });
  const routes: [string, object][] = [
    ["/api/settings/slippage", { slippage: "0.7%" }],
    ["/api/settings/nav-shield", { threshold: "12" }],
    ["/api/settings/exec-mode", { mode: "autonomous" }],
    ["/api/settings/loss-budget", { ...loosened, day: "40", week: "40" }],
    ["/api/delegation/confirm", {}],
    ["/api/tools?toolName=build_vault_swap", { arguments: swap, executionMode: "delegated" }],
    ["/api/tools?toolName=build_vault_swap", { arguments: { ...swap, amountIn: "100000000" } }],
    ["/api/tools/create_twap_order", order],
    ["/api/chat", { messages: [{ role: "user", content: "sell 10 USDC for ETH on uniswap" }] }],
    ["/api/vault/freeze", {}],
    ["/api/tools?toolName=build_vault_swap", { arguments: swap, executionMode: "delegated" }],
    ["/api/vault/unfreeze", await freshFor("unfreeze")],
  ];
  const verdicts: unknown[] = [];
  for (const [path, body] of routes) {
    const before = await everything();
    const tried = await post(path, body, true);
    expect(await everything(), path).toEqual(before);
    const written = await post(path, body, false);
    const report = tried.body.data?.dryRun;
    if (report === undefined) {
      expect([tried.status, tried.body.error], path).toEqual([written.status, written.body.error]);
      verdicts.push(tried.status);
    } else {
      expect([report.wouldSucceed, report.refusal?.error], path).toEqual([
        written.status === 200,
        written.body.error,
      ]);
      verdicts.push(report.refusal?.error ?? report.outcome);
    }
  }
  expect(verdicts).toEqual([
    ...[
      200,
      200,
      200,
      200,
      200,
      "sent",
      "insufficient_balance",
      "changed",
      200,
      200,
      "vault_frozen",
      200,
    ],
  ]);
});

test("behavior: over MCP it is an argument, shown where a tool writes", async () => {
  const payer = await flow.stack.payer();
  const credentials = await flow.stack.credentials(vault.ownerKey);
  const mcp = await connectMcp(flow.stack, { payer, vault: vault.address, credentials });
  const { tools } = await mcp.client.listTools();
  const shows = (name: string) =>
    "dryRun" in (tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
  expect([
    shows("build_vault_swap"),
    shows("create_twap_order"),
    shows("get_token_balance"),
  ]).toEqual([true, true, false]);
  const before = await everything();
  const call = (dryRun: unknown) =>
    mcp.client.callTool({ name: "build_vault_swap", arguments: { ...swap, dryRun } });
  expect(await call(true)).toMatchObject({
    structuredContent: { data: { dryRun: { wouldSucceed: true, outcome: "unsigned" } } },
  });
  expect(await everything()).toEqual(before);
  expect(await call("yes")).toMatchObject({
    isError: true,
    structuredContent: {
      error: "invalid_request",
      message: expect.stringContaining("arguments.dryRun"),
    },
  });
  await mcp.close();
});

test("behavior: it is charged as the call is", async () => {
  const payer = await flow.stack.payer();
  const before = await flow.stack.usdcOf(payer.address);
  await flow.stack.tool(vault, "build_vault_swap", swap, { dryRun: true }, { pay: payer });
  const tried = before - (await flow.stack.usdcOf(payer.address));
  await flow.stack.tool(vault, "build_vault_swap", swap, {}, { pay: payer });
  expect(before - (await flow.stack.usdcOf(payer.address))).toBe(tried * 2n);
  expect(tried).toBeGreaterThan(0n);
  expect(tried).toBeLessThan(parseUnits("1", 6));
});
