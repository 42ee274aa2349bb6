import { x402Client } from "@x402/core/client";
import { isPaymentRequired } from "@x402/core/schemas";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Payer } from "../support/create-payer.ts";
import { connectMcp, type McpConnection } from "../support/mcp-client.ts";
import { type PayKit, payKit, TOOL_BASE } from "../support/pay-kit.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

/*
 * x402 inside MCP (specs/transports-v2/mcp.md): what a client that knows it does, and the gate's
 * attacks by this door. The exchange of the first test is what the public source of x402's own MCP
 * client does (docs/facts/x402.md 10), step by step. Replays, races, a payer that interferes on
 * chain, outages and debts run in both forms in replay-and-races.test.ts and
 * outages-and-debts.test.ts, a Worker that is killed in test/faults/killed-paid-call.test.ts.
 */
const PAYMENT = "x402/payment";
const RECEIPT = "x402/payment-response";
const QUOTE = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", chain: "base" };

let stack: TestStack;
let kit: PayKit;
let vault: TestVault;
let open: McpConnection[] = [];
beforeAll(async () => {
  stack = await startTestStack();
  kit = payKit(stack);
  vault = await stack.newVault();
});
afterEach(async () => {
  kit.calm();
  await Promise.all(open.map((connection) => connection.close()));
  open = [];
});
afterAll(() => stack?.stop());

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};
const call = (name: string, args: object, payment?: unknown, id = nextId()) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: {
    name,
    arguments: args,
    ...(payment !== undefined && { _meta: { [PAYMENT]: payment } }),
  },
});
const post = async (body: object, headers: Record<string, string> = {}) =>
  stack.call("POST", "/mcp", body, headers, { pay: false });
const quote = async (payment?: unknown, headers = {}) =>
  post(call("get_swap_quote", QUOTE, payment), headers);

/**
 * A payment of the tool's price, as the object that a client puts into `_meta`, and as the header
 * of other clients.
 */
async function paymentOf(payer: Payer, changes: object = {}) {
  const { body } = await quote();
  const requirement = body.result.structuredContent.accepts[0];
  const { header, ...signed } = await stack.payment("POST", "/mcp", {
    payer,
    requirement,
    ...changes,
  });
  return { ...signed, header, payment: JSON.parse(Buffer.from(header, "base64").toString()) };
}

/** How an answer reads to a client: what the tool gave, or the word of the refusal. */
function said({ status, body }: { status: number; body: any }): string {
  const { isError, structuredContent, content, _meta } = body.result;
  expect([status, JSON.parse(content[0].text)]).toEqual([200, structuredContent]);
  if (isError !== true) return "ok";
  expect(_meta?.[RECEIPT]).toBeUndefined();
  return _meta?.["sextant/refusal"]?.error ?? structuredContent.error;
}
const charged = ({
  spentBase,
  earnedBase,
  settle,
}: {
  spentBase: bigint;
  earnedBase: bigint;
  settle: number;
}) => [spentBase, earnedBase, settle];

describe("a client that pays inside MCP", () => {
  test("default: refused with PaymentRequired, paid by x402's client, charged once", async () => {
    const payer = await stack.payer();
    const connection = await connectMcp(stack, { inBand: true });
    open.push(connection);
    const wallet = registerExactEvmScheme(new x402Client(), { signer: payer.account });
    const outcome = await kit.watch(payer, async () => {
      const unpaid: any = await connection.client.callTool({
        name: "get_swap_quote",
        arguments: QUOTE,
      });
      expect(unpaid.isError).toBe(true);
      expect(isPaymentRequired(unpaid.structuredContent)).toBe(true);
      expect(JSON.parse(unpaid.content[0].text)).toEqual(unpaid.structuredContent);
      expect(unpaid.structuredContent).toMatchObject({
        x402Version: 2,
        resource: { url: `${stack.stack.baseUrl}/mcp` },
        accepts: [{ scheme: "exact", network: "eip155:8453", amount: String(TOOL_BASE) }],
      });
      const payment = await wallet.createPaymentPayload(unpaid.structuredContent);
      return connection.client.callTool({
        ...{ name: "get_swap_quote", arguments: QUOTE },
        _meta: { [PAYMENT]: payment },
      }) as Promise<any>;
    });
    const { answer } = outcome;
    expect(answer.isError).toBeUndefined();
    expect(answer.structuredContent.tool).toBe("get_swap_quote");
    expect(answer._meta[RECEIPT]).toMatchObject({
      ...{ success: true, network: "eip155:8453", payer: payer.address.toLowerCase() },
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(charged(outcome)).toEqual([TOOL_BASE, TOOL_BASE, 1]);
    // Nothing of the payment is a status of HTTP, or a header.
    const calls = connection.exchanges.filter(({ sent }) => sent?.method === "tools/call");
    expect(calls.map(({ status }) => status)).toEqual([200, 200]);
    for (const { headers } of calls)
      for (const name of ["payment-required", "payment-response", "x-payment-response"])
        expect(headers.get(name)).toBeNull();
  });

  test("behavior: first-generation and header payments are taken at the same address", async () => {
    const payer = await stack.payer();
    const first = await paymentOf(payer, { version: 1 });
    const { header } = await paymentOf(payer);
    const outcome = await kit.watch(payer, async () => [
      await quote(first.payment),
      await post(call("get_swap_quote", QUOTE), { "x-payment": header }),
    ]);
    const [inside, byHeader] = outcome.answer;
    expect([inside!, byHeader!].map(said)).toEqual(["ok", "ok"]);
    expect(inside!.body.result._meta[RECEIPT]).toMatchObject({ success: true });
    // As everywhere else, a payment by a header is answered by headers.
    expect(kit.receiptOf(byHeader!)).toMatchObject({ success: true });
    expect(charged(outcome)).toEqual([TOOL_BASE * 2n, TOOL_BASE * 2n, 2]);
  });

  test("error: what the tool refuses is not charged; its payment serves another call", async () => {
    const payer = await stack.payer();
    const { payment } = await paymentOf(payer);
    const refused = await kit.watch(payer, async () => [
      await post(call("get_swap_quote", { ...QUOTE, amountIn: "x" }, payment)),
      await post(call("get_vault_info", {}, payment)),
    ]);
    expect(refused.answer.map(said)).toEqual(["invalid_request", "invalid_request"]);
    expect(charged(refused)).toEqual([0n, 0n, 0]);
    const missing = await post(call("no_such_tool", {}, payment));
    expect(missing.body.error.code).toBe(-32_602);
    const next = await kit.watch(payer, () => quote(payment));
    expect([said(next.answer), ...charged(next)]).toEqual(["ok", TOOL_BASE, TOOL_BASE, 1]);
  });

  test("behavior: free methods carry no payment: what is sent with them is not taken", async () => {
    const payer = await stack.payer();
    const { payment, header } = await paymentOf(payer);
    const outcome = await kit.watch(payer, async () => [
      await post({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/list",
        params: { _meta: { [PAYMENT]: payment } },
      }),
      await post({ jsonrpc: "2.0", id: 2, method: "ping" }, { "x-payment": header }),
    ]);
    expect(outcome.answer.map(({ status }) => status)).toEqual([200, 200]);
    expect(charged(outcome)).toEqual([0n, 0n, 0]);
  });
});

describe("attack: one payment, one call", () => {
  test("the same call under any id gets the answer it bought; another call nothing", async () => {
    const payer = await stack.payer();
    const { payment } = await paymentOf(payer);
    const outcome = await kit.watch(payer, async () => [
      await post(call("get_swap_quote", QUOTE, payment, 71)),
      await post(call("get_swap_quote", QUOTE, payment, 72)),
      await post(call("get_swap_quote", { ...QUOTE, amountIn: "101" }, payment)),
      await post(call("switch_chain", { chain: "base" }, payment)),
      await post(call("get_swap_quote", QUOTE, payment), { "x-vault-address": vault.address }),
    ]);
    const [first, again] = outcome.answer;
    expect(outcome.answer.map(said)).toEqual(["ok", "ok", ...Array(3).fill("payment_reused")]);
    expect([first!.body.id, again!.body.id]).toEqual([71, 72]);
    expect(again!.body.result).toEqual(first!.body.result);
    expect([...charged(outcome), outcome.venue]).toEqual([TOOL_BASE, TOOL_BASE, 1, 1]);
  });

  test("the same payment in both forms, one after the other and at once: one charge", async () => {
    for (const atOnce of [false, true]) {
      const payer = await stack.payer();
      const { payment, header } = await paymentOf(payer);
      const ways = [
        () => quote(payment),
        () => post(call("get_swap_quote", QUOTE), { "x-payment": header }),
        () =>
          stack.call("POST", "/mcp?pay=http", call("get_swap_quote", QUOTE), {
            "x-payment": header,
          }),
        () =>
          stack.call(
            "POST",
            "/api/tools?toolName=switch_chain",
            { arguments: {} },
            { "x-payment": header },
          ),
      ];
      const outcome = await kit.watch(payer, async () => {
        if (atOnce) return Promise.all(ways.map((way) => way()));
        const answers = [];
        for (const way of ways) answers.push(await way());
        return answers;
      });
      const bought = outcome.answer.filter(
        ({ status, body }) => status === 200 && body.result?.isError !== true,
      );
      expect([atOnce, bought.length, ...charged(outcome)]).toEqual([
        atOnce,
        1,
        TOOL_BASE,
        TOOL_BASE,
        1,
      ]);
    }
  });

  test("two payments in one call: refused, and neither is taken", async () => {
    const payer = await stack.payer();
    const [inside, outside] = [await paymentOf(payer), await paymentOf(payer)];
    for (const header of [outside.header, inside.header, "rubbish"]) {
      const refused = await kit.watch(payer, () =>
        quote(inside.payment, { "payment-signature": header }),
      );
      expect([said(refused.answer), ...charged(refused)]).toEqual(["payment_invalid", 0n, 0n, 0]);
    }
    expect(said(await quote(inside.payment))).toBe("ok");
  });

  test("forged, foreign, cut, enormous and of no shape: PaymentRequired, none runs", async () => {
    const payer = await stack.payer();
    const { payment } = await paymentOf(payer);
    const changed = (change: (copy: any) => void) => {
      const copy = structuredClone(payment);
      change(copy);
      return copy;
    };
    const forgeries: unknown[] = [
      ...[null, 5, "x", true, [], {}, [payment], { payment }, JSON.stringify(payment)],
      ...["0x", "0x00", `0x${"00".repeat(65)}`].map((signature) =>
        changed(({ payload }) => Object.assign(payload, { signature })),
      ),
      changed(({ payload }) => Object.assign(payload.authorization, { value: "1" })),
      changed(({ payload }) => Object.assign(payload.authorization, { to: payer.address })),
      changed((copy) => Object.assign(copy, { x402Version: 3 })),
      ...[20_000, 200_000].map((many) =>
        changed((copy) => Object.assign(copy, { filling: "x".repeat(many) })),
      ),
      changed((copy) => Object.assign(copy, { filling: "\u{1f600}" })),
    ];
    const outcome = await kit.watch(payer, async () => {
      const answers = [];
      for (const one of forgeries.slice(0, -1)) answers.push(await quote(one));
      return answers;
    });
    for (const answer of outcome.answer) {
      expect(
        isPaymentRequired(answer.body.result.structuredContent),
        JSON.stringify(answer.body),
      ).toBe(true);
      expect(said(answer)).toMatch(/^payment_(invalid|required)$/);
    }
    expect([...charged(outcome), outcome.venue]).toEqual([0n, 0n, 0, 0]);
    // A field more than x402 knows, in any script, makes no payment worse.
    expect(said(await quote(forgeries.at(-1)))).toBe("ok");
  });
});

test("attack: a call nested as a body can hold is asked for payment; we do not fail", async () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  for (const where of [`"arguments":${deep}`, `"_meta":{"${PAYMENT}":${deep}}`]) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"switch_chain",${where}}}`;
    const answer = await rawRequest(stack.stack.baseUrl, { method: "POST", path: "/mcp", body });
    const { isError, structuredContent } = (answer.body as any).result;
    expect([answer.status, isError, isPaymentRequired(structuredContent)]).toEqual([
      200,
      true,
      true,
    ]);
  }
});
