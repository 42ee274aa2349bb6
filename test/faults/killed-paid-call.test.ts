import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { atPoint } from "../support/fault-points.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { operatorHeaders } from "../support/mcp-client.ts";
import { payForm } from "../support/pay-form.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

/*
 * Both forms of payment: by a header, and inside MCP. The Worker ends by SIGKILL right after a paid
 * call took effect, and its caller, who heard nothing, sends it again: with the same payment, later
 * with a new one under the same Idempotency-Key. It took effect once, and the caller is told that
 * nobody knows, never that it failed.
 */

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ redisKeeps: "every write" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
const ORDER = {
  ...{
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "10",
    sliceCount: 2,
    intervalMinutes: 5,
  },
  dex: "uniswap",
};
const DELEGATED = { executionMode: "delegated" };
const doors: [door: string, path: string, body: object, sold: string, orders: number][] = [
  ["a tool", "/api/tools?toolName=build_vault_swap", { arguments: SWAP, ...DELEGATED }, "10", 0],
  [
    "words",
    "/api/chat",
    { messages: [{ role: "user", content: "sell 10 USDC for ETH on uniswap" }], ...DELEGATED },
    "10",
    0,
  ],
  ["an order", "/api/tools?toolName=create_twap_order", { arguments: ORDER }, "0", 1],
];

test.each(doors)(
  "behavior: %s, killed after it took effect, is never run again",
  async (_, path, asked, sold, made) => {
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault();
    await orders.set(vault, "exec-mode", { mode: "autonomous" });
    const before = await chain.balances(vault.address);
    const { worker } = stack.stack.processes;
    const body = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
      ...asked,
    };
    const payer = await stack.payer();
    // Good for an hour, so that it outlives the hold of what has died.
    const validBefore = BigInt(Math.floor(stack.stack.nowMs() / 1_000) + 3_600);
    const { header } = await stack.payment("POST", path, { payer, authorization: { validBefore } });
    const send = (payment: string) =>
      stack.call("POST", path, body, { "x-payment": payment, "idempotency-key": `killed:${path}` });
    const said = async (payment: string) => {
      const { status, body: answer } = await send(payment);
      return `${status} ${answer.error}`;
    };

    const died =
      made > 0
        ? afterScript("create-order", worker.kill)
        : atPoint(flow, "after the send", worker.kill);
    await send(header).catch(() => undefined);
    expect(died.happened()).toBe(true);
    await worker.start();
    expect(await said(header)).toBe("409 payment_in_use");
    const other = await stack.payment("POST", path, { payer });
    expect(await said(other.header)).toBe("409 idempotency_key_in_use");

    await stack.advance(7 * MINUTE);
    expect(await said(header)).toBe("409 call_lost");
    const later = await stack.payment("POST", path, { payer });
    expect(await said(later.header)).toBe("409 call_lost");
    const { USDC } = await chain.balances(vault.address);
    expect(before.USDC - USDC).toBe(parseUnits(sold, 6));
    expect(await orders.list(vault)).toHaveLength(made);
    expect(await stack.usdcOf(payer.account.address)).toBe(parseUnits("100", 6));
  },
);

test("behavior: an order paid in MCP, killed after effect, is never created again", async () => {
  const { stack, orders } = flow;
  const form = payForm(stack, "inside MCP");
  const vault = await flow.readyVault();
  const payer = await stack.payer();
  const validBefore = BigInt(Math.floor(stack.stack.nowMs() / 1_000) + 3_600);
  const { header } = await form.sign({ payer, authorization: { validBefore } });
  // One signature of the operator's for all: signed anew, it would be another request.
  const operator = operatorHeaders(vault.address, await stack.credentials(vault.ownerKey));
  const headers = { ...operator, "idempotency-key": "killed:mcp" };
  const send = (payment: string) =>
    form.tool(vault, "create_twap_order", { ...ORDER, chain: "base" }, payment, headers);
  const said = async (payment: string) => {
    const { status, body } = await send(payment);
    return `${status} ${body.error}`;
  };
  const died = afterScript("create-order", stack.stack.processes.worker.kill);
  await send(header).catch(() => undefined);
  expect(died.happened()).toBe(true);
  await stack.stack.processes.worker.start();
  expect(await said(header)).toBe("409 payment_in_use");
  // Nor does its payment buy anything in the other form.
  const elsewhere = await stack.call(
    "POST",
    "/api/tools",
    { toolName: "switch_chain" },
    { "x-payment": header },
  );
  expect(elsewhere.status).toBe(409);
  const other = await form.sign({ payer });
  expect(await said(other.header)).toBe("409 idempotency_key_in_use");
  await stack.advance(7 * MINUTE);
  expect(await said(header)).toBe("409 call_lost");
  expect(await said((await form.sign({ payer })).header)).toBe("409 call_lost");
  expect(await orders.list(vault)).toHaveLength(1);
  expect(await stack.usdcOf(payer.account.address)).toBe(parseUnits("100", 6));
});

test("behavior: an order killed once settled is not created again; its fate is said", async () => {
  const { stack, orders } = flow;
  const path = "/api/tools?toolName=create_twap_order";
  const vault = await flow.readyVault();
  const payer = await stack.payer();
  const body = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await stack.credentials(vault.ownerKey)),
  };
  const validBefore = BigInt(Math.floor(stack.stack.nowMs() / 1_000) + 3_600);
  const { header } = await stack.payment("POST", path, { payer, authorization: { validBefore } });
  const send = () =>
    stack.call("POST", path, { ...body, arguments: ORDER }, { "x-payment": header });
  let isKilled = false;
  stack.proxies.facilitator.after(async ({ path: step }: { path: string }) => {
    if (isKilled || step !== "/settle") return undefined;
    isKilled = true;
    await stack.stack.processes.worker.kill();
    return "drop";
  });
  await send().catch(() => undefined);
  expect(isKilled).toBe(true);
  await stack.stack.processes.worker.start();
  await stack.advance(7 * MINUTE);
  const { status, body: answer } = await send();
  expect([status, answer.error, answer.details.charged]).toEqual([
    409,
    "call_lost",
    expect.stringMatching(/^0x[0-9a-f]{64}$/),
  ]);
  expect(answer.message).toContain(`charged: ${answer.details.charged}`);
  expect(answer.message).toContain("order created, order 1");
  expect(await orders.list(vault)).toHaveLength(1);
  expect(await stack.usdcOf(payer.account.address)).toBe(parseUnits("100", 6) - 2_500n);
});

test("behavior: a paid MCP read killed right after its claim reruns with its payment", async () => {
  const { stack } = flow;
  const form = payForm(stack, "inside MCP");
  const payer = await stack.payer();
  const validBefore = BigInt(Math.floor(stack.stack.nowMs() / 1_000) + 3_600);
  const { header } = await form.sign({ payer, authorization: { validBefore } });
  const died = afterScript("begin-paid-call", stack.stack.processes.worker.kill);
  await form.quote(header, { amount: "10" }).catch(() => undefined);
  expect(died.happened()).toBe(true);
  await stack.stack.processes.worker.start();
  await stack.advance(7 * MINUTE);
  expect((await form.quote(header, { amount: "10" })).status).toBe(200);
  expect(await stack.usdcOf(payer.account.address)).toBe(parseUnits("100", 6) - form.priceBase);
});

test.each([
  ["a call that cannot act for any operator is run again with the payment that died", {}, "200"],
  // A contract's may be confirmed by the call itself, a moment after the gate could not.
  [
    "one with a signature that the gate could not verify is not",
    { authSignature: `0x${"11".repeat(65)}` },
    "409",
  ],
])("behavior: killed right after the claim, %s", async (_, signed, then) => {
  const { stack } = flow;
  const path = "/api/tools?toolName=get_swap_quote";
  const body = { arguments: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10" }, ...signed };
  const payer = await stack.payer();
  const validBefore = BigInt(Math.floor(stack.stack.nowMs() / 1_000) + 3_600);
  const { header } = await stack.payment("POST", path, { payer, authorization: { validBefore } });
  const send = () => stack.call("POST", path, body, { "x-payment": header });
  const died = afterScript("begin-paid-call", stack.stack.processes.worker.kill);
  await send().catch(() => undefined);
  expect(died.happened()).toBe(true);
  await stack.stack.processes.worker.start();
  await stack.advance(7 * MINUTE);
  const { status, body: answer } = await send();
  expect([String(status), answer.error]).toEqual([then, then === "409" ? "call_lost" : undefined]);
});

/** The store has done it, and nobody was told. */
function afterScript(name: string, act: () => Promise<unknown>): { happened(): boolean } {
  let happened = false;
  flow.stack.proxies.redis.after(async ({ body }: { body: string }) => {
    if (happened || !body.includes(`:request:${name}:`)) return undefined;
    happened = true;
    await act();
    return "drop";
  });
  return { happened: () => happened };
}
