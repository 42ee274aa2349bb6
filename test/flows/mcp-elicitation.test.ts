import type { Client } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Payer } from "../support/create-payer.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { operatorHeaders } from "../support/mcp-client.ts";
import { eraClient, type McpExchange } from "../support/mcp-era-client.ts";
import { nextIp } from "../support/next-ip.ts";
import { readOffer } from "../support/read-offer.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * Delegated execution over MCP (decision D69): the stock client of the newest generation,
 * unmodified, is asked for its person's word inside the call and hands the answer back by itself.
 * Exactly one transaction, and only for the one approval that was in time, whole and first.
 */
const SWAP = {
  name: "build_vault_swap",
  arguments: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" },
};
const PRICE = 2_500n;

let flow: Flow;
let payer: Payer;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  flow = await startFlow();
  payer = await flow.stack.payer();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  flow.reset();
});
afterAll(() => flow?.stack.stop());

type Form = { message: string; requestedSchema: any };
type Answer = { action: "accept" | "decline" | "cancel"; content?: Record<string, string> };
const APPROVE: Answer = { action: "accept", content: { decision: "approve" } };
const REJECT: Answer = { action: "accept", content: { decision: "reject" } };
type Session = {
  client: Client;
  forms: Form[];
  exchanges: McpExchange[];
  headers: Record<string, string>;
};

/** A person's client on their vault; `answer` is the person, who sees the form. */
async function person(
  vault: TestVault,
  answer?: (form: Form) => Promise<Answer> | Answer,
  { byHttp = false } = {},
): Promise<Session> {
  const credentials = await flow.stack.credentials(vault.ownerKey);
  const headers = {
    ...operatorHeaders(vault.address, credentials),
    "x-execution-mode": "delegated",
  };
  const ip = nextIp();
  const send = (url: string, init: RequestInit, more: Record<string, string> = {}) =>
    fetch(url, { ...init, headers: { ...headersOf(init), "cf-connecting-ip": ip, ...more } });
  const { connectNew, exchanges } = eraClient({
    url: `${flow.stack.stack.baseUrl}/mcp${byHttp ? "?pay=http" : ""}`,
    fetch: async (url, init) => {
      const first = await send(url, init);
      const requirement = first.status === 402 ? readOffer(first.headers) : undefined;
      if (requirement === undefined) return first;
      return send(url, init, {
        "x-payment": (await flow.stack.payment("POST", "/mcp", { payer, requirement })).header,
      });
    },
    headers,
    capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
  });
  const client = await connectNew();
  open.push(client);
  const forms: Form[] = [];
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      forms.push(params as Form);
      return answer(params as Form);
    });
  return { client, forms, exchanges, headers };
}
const headersOf = ({ headers }: RequestInit) => Object.fromEntries(new Headers(headers));

/** Calls, is asked for the price inside MCP, and calls again with the payment. */
async function pay(client: Pick<Client, "callTool">, call: typeof SWAP = SWAP): Promise<any> {
  const unpaid: any = await client.callTool(call);
  const requirement = unpaid.structuredContent.accepts[0];
  const { header } = await flow.stack.payment("POST", "/mcp", { payer, requirement });
  const payment = JSON.parse(Buffer.from(header, "base64").toString());
  return client.callTool({ ...call, _meta: { "x402/payment": payment } });
}
async function spent<T>(run: () => Promise<T>): Promise<[T, bigint]> {
  const before = await flow.stack.usdcOf(payer.address);
  const answer = await run();
  return [answer, before - (await flow.stack.usdcOf(payer.address))];
}
/** The last request as it was sent, with the state that came back in it, sent once more by hand. */
async function again(
  { exchanges, headers }: Session,
  change: (body: any, headers: Record<string, string>) => void = () => undefined,
) {
  const { sent, headers: had } = exchanges.at(-1)!;
  const [body, all] = [
    structuredClone(sent),
    { ...Object.fromEntries(had), ...headers, "cf-connecting-ip": nextIp() },
  ];
  body.id += 1_000;
  delete (all as any)["content-length"];
  change(body, all);
  const answer = await fetch(`${flow.stack.stack.baseUrl}/mcp`, {
    method: "POST",
    headers: all,
    body: JSON.stringify(body),
  });
  const { result } = (await answer.json()) as any;
  return [answer.status, result.isError, result.structuredContent.error];
}
const sentBy = (vault: TestVault) => flow.chain.sentBy(vault.agent);

test("behavior: asked in the call with the card; the question paid, the answer free", async () => {
  const vault = await flow.readyVault();
  const session = await person(vault, () => APPROVE);
  // With the list at hand the client holds every answer to its tool's schema.
  await session.client.listTools();
  const [answer, cost] = await spent(() => pay(session.client));
  expect(answer.isError).toBeUndefined();
  const [hash, ...others] = await sentBy(vault);
  expect(others).toEqual([]);
  expect(answer.structuredContent).toMatchObject({
    tool: "build_vault_swap",
    execution: { status: "confirmed", hash, sold: "100" },
  });
  expect(cost).toBe(PRICE);
  const [{ message, requestedSchema }] = session.forms as [Form];
  expect(message).toContain("Waits for your approval: Swap 100 USDC for about");
  expect(message).toMatch(/At least 0\.\d+ ETH arrive and at most 100 USDC leave/);
  expect(message).toContain(vault.address);
  expect(message).not.toContain("/api/");
  expect(requestedSchema.properties.decision.oneOf.map((one: any) => one.const)).toEqual([
    "approve",
    "reject",
  ]);
  expect(requestedSchema.properties.decision.default).toBeUndefined();
  // Unpaid, paid and asked, answered.
  const calls = session.exchanges.filter(({ sent }) => sent.method === "tools/call");
  expect(calls.map(({ body }) => body.result.resultType)).toEqual([
    "complete",
    "input_required",
    "complete",
  ]);
  expect(calls[1]!.body.result._meta["x402/payment-response"]).toMatchObject({ success: true });
  expect(calls[2]!.body.result._meta["x402/payment-response"]).toBeUndefined();

  // The second answer, with the same state: refused, without effect and free.
  const [twice, more] = await spent(() => again(session));
  expect([twice, more]).toEqual([[200, true, "operation_decided"], 0n]);
  expect(await sentBy(vault)).toEqual([hash]);
});

test("behavior: an HTTP payer is asked, answers alike, pays for the question alone", async () => {
  const vault = await flow.readyVault();
  const session = await person(vault, () => APPROVE, { byHttp: true });
  const [answer, cost] = await spent(() => session.client.callTool(SWAP) as Promise<any>);
  expect(answer.structuredContent.execution.status).toBe("confirmed");
  expect([cost, (await sentBy(vault)).length]).toEqual([PRICE, 1]);
});

test("behavior: rejected, declined or only closed, nothing is sent", async () => {
  const vault = await flow.readyVault();
  for (const [answer, words] of [
    [REJECT, "Rejected: Swap 100 USDC"],
    [{ action: "decline" }, "Rejected: Swap 100 USDC"],
    [{ action: "cancel" }, "Nothing was decided"],
  ] as const) {
    const session = await person(vault, () => answer as Answer);
    const [result, cost] = await spent(() => pay(session.client));
    expect([result.isError, cost]).toEqual([undefined, PRICE]);
    expect(result.structuredContent.message).toContain(words);
    const changed = await again(session, ({ params }) => {
      params.inputResponses = { approval: APPROVE };
    });
    // What was only closed can still be answered, once.
    if (words.startsWith("Nothing")) expect(changed).toEqual([200, undefined, undefined]);
    else expect(changed).toEqual([200, true, "operation_decided"]);
    expect((await sentBy(vault)).length).toBe(words.startsWith("Nothing") ? 1 : 0);
  }
});

test("error: answered after its time it is refused, free and without effect", async () => {
  const vault = await flow.readyVault();
  const session = await person(vault, async () => {
    await flow.stack.advance(4 * MINUTE);
    return APPROVE;
  });
  const [late, cost] = await spent(() => pay(session.client));
  expect([late.isError, late.structuredContent.error, cost]).toEqual([
    true,
    "operation_expired",
    PRICE,
  ]);
  expect(await sentBy(vault)).toEqual([]);
});

test("attack: a changed or foreign state, a formless answer: refused free, no effect", async () => {
  const [vault, other] = [await flow.readyVault(), await flow.readyVault()];
  const session = await person(vault, () => ({ action: "cancel" }));
  await pay(session.client);
  const approve = (params: any) => Object.assign(params, { inputResponses: { approval: APPROVE } });
  const foreign = operatorHeaders(other.address, await flow.stack.credentials(other.ownerKey));
  const swapped = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  const attacks: [string, (body: any, headers: Record<string, string>) => void][] = [
    ...[0, 20, 60, 100].map((at): [string, (body: any) => void] => [
      "approval_state_invalid",
      ({ params }) =>
        approve(Object.assign(params, { requestState: swapped(params.requestState, at) })),
    ]),
    ...["", "x", 5, null, {}].map((requestState): [string, (body: any) => void] => [
      "approval_state_invalid",
      ({ params }) => approve(Object.assign(params, { requestState })),
    ]),
    [
      "approval_state_invalid",
      ({ params }) =>
        approve(Object.assign(params, { arguments: { ...SWAP.arguments, amountIn: "500" } })),
    ],
    [
      "approval_state_invalid",
      ({ params }, headers) => Object.assign(headers, foreign, { x: approve(params) && "1" }),
    ],
    [
      "approval_state_invalid",
      ({ params }, headers) =>
        Object.assign(headers, { "x-vault-address": other.address, x: approve(params) && "1" }),
    ],
    // The right name with another's signature, and with none.
    [
      "auth_signature_mismatch",
      ({ params }, headers) =>
        Object.assign(headers, {
          "x-auth-signature": foreign["x-auth-signature"],
          x: approve(params) && "1",
        }),
    ],
    [
      "auth_required",
      ({ params }, headers) => void (approve(params) && delete headers["x-auth-signature"]),
    ],
    [
      "invalid_request",
      ({ params }) =>
        Object.assign(params, { inputResponses: { approval: { action: "accept", content: {} } } }),
    ],
    [
      "invalid_request",
      ({ params }) =>
        Object.assign(params, {
          inputResponses: { approval: { action: "accept", content: { decision: "Approve" } } },
        }),
    ],
  ];
  const [answers, cost] = await spent(async () => {
    const all = [];
    for (const [, change] of attacks) all.push(await again(session, change));
    return all;
  });
  expect(answers).toEqual(attacks.map(([code]) => [200, true, code]));
  expect([cost, await sentBy(vault), await sentBy(other)]).toEqual([0n, [], []]);
});

test("behavior: a request with state, no answer, is asked the same once more, free", async () => {
  const vault = await flow.readyVault();
  const session = await person(vault, () => ({ action: "cancel" }));
  await pay(session.client);
  const [first] = session.exchanges.filter(
    ({ body }) => body.result.resultType === "input_required",
  );
  const { headers, sent } = session.exchanges.at(-1)!;
  for (const inputResponses of [undefined, null, {}, { other: APPROVE }]) {
    const body = JSON.stringify({ ...sent, id: 99, params: { ...sent.params, inputResponses } });
    const answer = await fetch(`${flow.stack.stack.baseUrl}/mcp`, {
      method: "POST",
      headers,
      body,
    });
    const { result } = (await answer.json()) as any;
    const { _meta: _receipt, ...question } = first!.body.result;
    expect(result).toMatchObject(question);
  }
  const [approved, cost] = await spent(() =>
    again(session, ({ params }) =>
      Object.assign(params, { inputResponses: { approval: APPROVE } }),
    ),
  );
  expect([approved, cost]).toEqual([[200, undefined, undefined], 0n]);
  expect(await sentBy(vault)).toHaveLength(1);
});

test("attack: answered many times at once, one transaction", async () => {
  const vault = await flow.readyVault();
  const session = await person(vault, () => ({ action: "cancel" }));
  await pay(session.client);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      again(session, ({ params }) =>
        Object.assign(params, { inputResponses: { approval: APPROVE } }),
      ),
    ),
  );
  expect(answers.filter(([, isError]) => isError === undefined)).toHaveLength(1);
  expect(await sentBy(vault)).toHaveLength(1);
});

test("behavior: in both generations who cannot ask gets an id, approved as by HTTP", async () => {
  const vault = await flow.readyVault();
  const session = await person(vault);
  const old = eraClient({
    url: `${flow.stack.stack.baseUrl}/mcp`,
    fetch: (url, init) => fetch(url, init),
    headers: session.headers,
    capabilities: { elicitation: {} },
  });
  const oldClient = await old.connectOld();
  open.push(oldClient);
  for (const client of [session.client, oldClient as unknown as Client]) {
    const { isError, structuredContent } = await pay(client);
    expect([isError, structuredContent.operationId]).toEqual([
      undefined,
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect(structuredContent.message).toContain("/api/operations/approve");
    expect(structuredContent.transaction).toBeUndefined();
    const { operationId } = structuredContent;
    const done = await flow.orders.post(vault, "/api/operations/approve", { operationId });
    expect(done.body.execution.status).toBe("confirmed");
  }
  expect(await sentBy(vault)).toHaveLength(2);
});

test("behavior: in autonomous mode too, what a model requests waits for its person", async () => {
  const vault = await flow.readyVault();
  await flow.orders.post(vault, "/api/settings/exec-mode", { mode: "autonomous" });
  const session = await person(vault, () => REJECT);
  const answer = await pay(session.client);
  expect(answer.structuredContent.message).toContain("Rejected");
  expect([session.forms.length, await sentBy(vault)]).toEqual([1, []]);
});

test("security: with fresh signatures nothing is asked; old answers leave it waiting", async () => {
  const vault = await flow.readyVault();
  const set = () => flow.orders.set(vault, "approve-with", { approveWith: "fresh" });
  // The question was put before the setting.
  const early = await person(vault, async () => {
    await set();
    return APPROVE;
  });
  const refused = await pay(early.client);
  expect([
    refused.isError,
    refused.structuredContent.error,
    refused.structuredContent.message,
  ]).toEqual([true, "auth_required", expect.stringContaining("POST /api/operations/approve")]);
  const { operationId } = refused.structuredContent.details;
  const late = await person(vault, () => APPROVE);
  await late.client.listTools();
  const waits = await pay(late.client);
  expect(late.forms).toEqual([]);
  expect(waits.structuredContent).toMatchObject({
    operationId: expect.any(String),
    data: { approveWith: "fresh" },
  });
  expect(await sentBy(vault)).toEqual([]);
  const at = Math.floor(flow.stack.stack.nowMs());
  const text = `${actionMessage(at, "approve_operation", 8453, vault.address)} ${operationId}`;
  const signed = await signOperator(vault.ownerKey, text, at);
  const done = await flow.orders.post(vault, "/api/operations/approve", { operationId, ...signed });
  expect(done.body.execution.status).toBe("confirmed");
});
