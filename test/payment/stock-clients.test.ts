import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createMCPClient } from "@ai-sdk/mcp";
import {
  Client as NewestClient,
  StreamableHTTPClientTransport as NewestTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { x402Client } from "@x402/core/client";
import { isPaymentRequired } from "@x402/core/schemas";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import createOpenapiClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payer } from "../support/create-payer.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { giveGrant, tokenOf } from "../support/give-grant.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

/*
 * Published clients as somebody installs them, unmodified: each lists, is told the price without
 * being charged, pays once and is answered, and is refused without being charged. What moved is
 * read on the chain. The clients of the HTTP routes that pay by themselves (@x402/fetch,
 * x402-fetch, x402-axios) stand in real-clients.test.ts, route by route.
 */
const PRICE = 2_500n;
const QUOTE = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", chain: "base" };
const PAYMENT = "x402/payment";
const root = join(import.meta.dirname, "../..");

let stack: TestStack;
let vault: TestVault;
let catalog: { name: string; served?: boolean }[];
const namesOf = (tools: typeof catalog) => tools.map(({ name }) => name);
beforeAll(async () => {
  stack = await startTestStack();
  vault = await stack.newVault();
  catalog = (await stack.call("GET", "/api/tools")).body.tools;
});
// All of them call from one address, which no person does.
beforeEach(() => stack.forgetLimits());
afterAll(() => stack?.stop());

const address = (path: string) => new URL(stack.stack.baseUrl + path);
const walletOf = ({ account }: Payer) =>
  registerExactEvmScheme(new x402Client(), { signer: account });
const paying = (payer: Payer) => wrapFetchWithPayment(fetch, walletOf(payer)) as typeof fetch;
const clientInfo = { name: "stock", version: "1.0.0" };

/**
 * A tool's answer as its client's user sees it: words, whether it is a refusal, and the 402's offer
 * where that is what it is.
 */
type Said = { text: string; isError: boolean; offer?: any };
type StockClient = {
  /** Names of the tools. Free. */
  list(): Promise<string[]>;
  /** `payer`: who pays, in the way of this client; without one nothing is paid. */
  call(name: string, args: object, payer?: Payer): Promise<Said>;
};

const saidOf = ({ content, structuredContent, isError }: any): Said => ({
  text: content[0].text,
  isError: isError === true,
  ...(isPaymentRequired(structuredContent) && { offer: structuredContent }),
});
/** A client that throws what HTTP 402 says. */
const thrown = (error: Error): Said => ({ text: error.message, isError: true });

type Connected = {
  listTools(): Promise<any>;
  callTool(params: any): Promise<any>;
  close(): Promise<void>;
};
/** x402 inside MCP: the refusal is the offer, and the payment goes with the same call. */
function inBand(connect: (url: URL) => Promise<Connected>): StockClient {
  const on = async <T>(use: (client: Connected) => Promise<T>): Promise<T> => {
    const client = await connect(address("/mcp"));
    return use(client).finally(() => client.close());
  };
  return {
    list: () => on(async (client) => (await client.listTools()).tools.map(({ name }: any) => name)),
    call: (name, args, payer) =>
      on(async (client) => {
        const first = saidOf(await client.callTool({ name, arguments: args }));
        if (payer === undefined || first.offer === undefined) return first;
        const payment = await walletOf(payer).createPaymentPayload(first.offer);
        return saidOf(
          await client.callTool({ name, arguments: args, _meta: { [PAYMENT]: payment } }),
        );
      }),
  };
}
/** The address for clients that pay by headers, through a fetch that does. */
function byFetch(connect: (url: URL, send?: typeof fetch) => Promise<Connected>): StockClient {
  const on = async <T>(
    payer: Payer | undefined,
    use: (client: Connected) => Promise<T>,
  ): Promise<T> => {
    const client = await connect(address("/mcp?pay=http"), payer && paying(payer));
    return use(client).finally(() => client.close());
  };
  return {
    list: () =>
      on(undefined, async (client) =>
        (await client.listTools()).tools.map(({ name }: any) => name),
      ),
    call: (name, args, payer) =>
      on(payer, (client) => client.callTool({ name, arguments: args }).then(saidOf, thrown)),
  };
}

const official = async (url: URL, send: typeof fetch = fetch): Promise<Connected> => {
  const client = new Client(clientInfo);
  await client.connect(
    new StreamableHTTPClientTransport(url, { fetch: send }) as Parameters<Client["connect"]>[0],
  );
  return client;
};
const newest = async (url: URL, send: typeof fetch = fetch): Promise<Connected> => {
  const client = new NewestClient(clientInfo);
  await client.connect(new NewestTransport(url, { fetch: send }));
  return client;
};
/** The AI SDK's tools, called as an agent calls them. */
const aiSdk = async (url: URL, send: typeof fetch = fetch): Promise<Connected> => {
  const client = await createMCPClient({ transport: { type: "http", url: url.href, fetch: send } });
  const tools = await client.tools().catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  return {
    listTools: async () => ({ tools: Object.keys(tools).map((name) => ({ name })) }),
    callTool: async ({ name, arguments: input }) =>
      tools[name]?.execute(input, { toolCallId: "1", messages: [] } as never),
    close: () => client.close(),
  };
};

/**
 * The inspector's own command, in a process: it reads its package.json by a path that is relative
 * to where it is started, and starts the `node` of its PATH.
 */
async function inspector(args: string[]): Promise<Said> {
  const child = spawn(process.execPath, ["cli.js", "--cli", address("/mcp").href, ...args], {
    cwd: join(root, "node_modules/@modelcontextprotocol/inspector-cli/build"),
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.on("data", (piece) => out.push(String(piece)));
  child.stderr.on("data", (piece) => err.push(String(piece)));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return code === 0
    ? { text: out.join(""), isError: false }
    : { text: err.join(""), isError: true };
}
/** It cannot sign: what pays is a header that something else has made. */
const inspected: StockClient = {
  list: async () => {
    const { text, isError } = await inspector(["--method", "tools/list"]);
    expect([isError, isError && text]).toEqual([false, false]);
    return JSON.parse(text).tools.map(({ name }: { name: string }) => name);
  },
  call: async (name, args, payer) => {
    const given = Object.entries(args).flatMap(([key, value]) => [
      "--tool-arg",
      `${key}=${JSON.stringify(value)}`,
    ]);
    const paid =
      payer && (await stack.payment("POST", "/api/tools?toolName=get_swap_quote", { payer }));
    const header = paid === undefined ? [] : ["--header", `PAYMENT-SIGNATURE: ${paid.header}`];
    const { text, isError } = await inspector([
      "--method",
      "tools/call",
      "--tool-name",
      name,
      ...given,
      ...header,
    ]);
    return isError ? { text, isError } : saidOf(JSON.parse(text));
  },
};

const CLIENTS: [string, StockClient][] = [
  ["@modelcontextprotocol/sdk, in-band", inBand(official)],
  ["@modelcontextprotocol/sdk, through @x402/fetch", byFetch(official)],
  ["@modelcontextprotocol/client, in-band", inBand(newest)],
  ["@modelcontextprotocol/client, through @x402/fetch", byFetch(newest)],
  ["AI SDK createMCPClient, through @x402/fetch", byFetch(aiSdk)],
  ["MCP inspector CLI, with a payment from elsewhere", inspected],
];
/** What `run` takes from the payer, and that the same arrives. */
async function spent(payer: Payer, run: () => Promise<unknown>): Promise<bigint> {
  const balances = () => Promise.all([payer.address, stack.stack.manifest.payTo].map(stack.usdcOf));
  const [had = 0n, earned = 0n] = await balances();
  await run();
  const [has = 0n, earns = 0n] = await balances();
  expect(earns - earned).toBe(had - has);
  return had - has;
}

test("behavior: published clients see and call a toolset's tools alone, by schema", async () => {
  const spot = ["get_swap_quote", "build_vault_swap"];
  const asked: [string, Record<string, string>][] = [
    ["/mcp", { "X-MCP-Toolsets": "spot-trading" }],
    ["/mcp?toolsets=spot-trading", {}],
  ];
  for (const [path, headers] of asked) {
    const payer = await stack.payer();
    const init = { requestInit: { headers }, fetch: paying(payer) };
    for (const client of [new Client(clientInfo), new NewestClient(clientInfo)]) {
      const transport =
        client instanceof Client
          ? new StreamableHTTPClientTransport(
              address(`${path}${path.includes("?") ? "&" : "?"}pay=http`),
              init,
            )
          : new NewestTransport(address(`${path}${path.includes("?") ? "&" : "?"}pay=http`), init);
      await (client as Client).connect(transport as StreamableHTTPClientTransport);
      const { tools } = await (client as Client).listTools();
      expect(tools.map(({ name }) => name).toSorted()).toEqual(spot.toSorted());
      const quote = async () => {
        const answer = await (client as Client).callTool({
          name: "get_swap_quote",
          arguments: QUOTE,
        });
        expect(answer.isError ?? false).toBe(false);
        expect(answer.structuredContent).toMatchObject({ tool: "get_swap_quote" });
      };
      expect(await spent(payer, quote)).toBe(PRICE);
      const outside = () =>
        (client as Client).callTool({ name: "switch_chain", arguments: { chain: "base" } });
      expect(
        await spent(payer, () => expect(outside()).rejects.toMatchObject({ code: -32_602 })),
      ).toBe(0n);
      await client.close();
    }
  }
});

describe.each([
  ["@modelcontextprotocol/sdk", () => new Client(clientInfo), StreamableHTTPClientTransport],
  ["@modelcontextprotocol/client", () => new NewestClient(clientInfo), NewestTransport],
] as const)("%s as an agent's", (_name, make, Transport) => {
  const PLACE = { name: "list_twap_orders", arguments: {} };
  /**
   * Connected as somebody sets it up: an address and headers, and a fetch that pays. It holds each
   * answer to the schema that was listed.
   */
  async function connected(headers: Record<string, string>, payer: Payer) {
    const init = {
      requestInit: { headers: { "X-Vault-Address": vault.address, ...headers } },
      fetch: paying(payer),
    };
    const client = make() as Client;
    await client.connect(
      new Transport(address("/mcp?pay=http"), init) as StreamableHTTPClientTransport,
    );
    return client;
  }

  test("default: lists and calls with Authorization token, grant headers, or neither", async () => {
    const grant = await giveGrant(stack, vault, {});
    const token = await tokenOf(stack, vault, grant);
    const signed = {
      ...credentialHeaders(await stack.credentials(grant.key)),
      "X-Agent-Grant": grant.id,
    };
    for (const headers of [{ Authorization: `Bearer ${token}` }, signed]) {
      const payer = await stack.payer();
      const client = await connected(headers, payer);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain(PLACE.name);
      const paid = await spent(payer, async () => {
        const { isError = false, structuredContent } = await client.callTool(PLACE);
        expect([isError, structuredContent]).toMatchObject([
          false,
          { tool: PLACE.name, data: { orders: [] } },
        ]);
      });
      expect(paid).toBe(PRICE);
      await client.close();
    }
    const payer = await stack.payer();
    const nobody = await connected({}, payer);
    await nobody.listTools();
    const free = await spent(payer, async () => {
      const { isError, structuredContent } = await nobody.callTool(PLACE);
      expect([isError, structuredContent]).toMatchObject([true, { error: "auth_required" }]);
    });
    const quoted = await spent(payer, async () => {
      const { isError = false, structuredContent } = await nobody.callTool({
        name: "get_swap_quote",
        arguments: QUOTE,
      });
      expect([isError, structuredContent]).toMatchObject([false, { tool: "get_swap_quote" }]);
    });
    expect([free, quoted]).toEqual([0n, PRICE]);
    await nobody.close();
  });

  test("security: with an expired token it does not even connect, and pays nothing", async () => {
    const grant = await giveGrant(stack, vault, {});
    const token = await tokenOf(stack, vault, grant);
    const payer = await stack.payer();
    const end = { vaultAddress: vault.address, chainId: 8453, id: grant.id };
    await stack.call("POST", "/api/grants/end", {
      ...end,
      ...(await stack.credentials(vault.ownerKey)),
    });
    const free = await spent(payer, () =>
      expect(connected({ Authorization: `Bearer ${token}` }, payer)).rejects.toThrow(
        /401|Unauthorized|token/i,
      ),
    );
    expect(free).toBe(0n);
  });
});

describe.each(CLIENTS)("%s", (_name, client) => {
  test("default: lists free, is told the price, pays once an answer, refused free", async () => {
    const payer = await stack.payer();
    const free = await spent(payer, async () => {
      expect(await client.list()).toEqual(
        namesOf(catalog.filter(({ served }) => served !== false)),
      );
      const unpaid = await client.call("get_swap_quote", QUOTE);
      expect(unpaid.isError).toBe(true);
      // In-band the offer itself, by HTTP what the client makes of a 402.
      expect(unpaid.text).toMatch(/payment_required|402|PAYMENT|x402Version/i);
      const refused = await client.call("get_swap_quote", { ...QUOTE, tokenIn: "NOPE" }, payer);
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("NOPE")]);
      const vaultless = await client.call("get_vault_info", {}, payer);
      expect([vaultless.isError, vaultless.text]).toEqual([
        true,
        expect.stringContaining("X-Vault-Address"),
      ]);
    });
    const paid = await spent(payer, async () => {
      const answer = await client.call("get_swap_quote", QUOTE, payer);
      expect([answer.isError, answer.text]).toEqual([false, expect.stringContaining("100 USDC")]);
    });
    expect([free, paid]).toEqual([0n, PRICE]);
  });
});

test("behavior: where payment is in-band the AI SDK's client gets an uncharged offer", async () => {
  const client = await createMCPClient({ transport: { type: "http", url: address("/mcp").href } });
  const { get_swap_quote: quote } = await client.tools();
  const told: any = await quote?.execute(QUOTE, { toolCallId: "1", messages: [] } as never);
  await client.close();
  expect([told.isError, isPaymentRequired(told.structuredContent)]).toEqual([true, true]);
  expect(told.structuredContent.accepts[0].amount).toBe(String(PRICE));
});

test("default: an AI SDK agent takes tools, pays each call, reads what it was told", async () => {
  const payer = await stack.payer();
  const client = await createMCPClient({
    transport: {
      ...{ type: "http", url: address("/mcp?pay=http").href, fetch: paying(payer) },
      headers: { "x-vault-address": vault.address },
    },
  });
  const call = (toolName: string, input: object) => ({
    content: [
      { type: "tool-call" as const, toolCallId: toolName, toolName, input: JSON.stringify(input) },
    ],
  });
  const turns = [
    call("get_swap_quote", QUOTE),
    call("build_vault_swap", { ...QUOTE, dex: "uniswap" }),
    { content: [{ type: "text" as const, text: "Built." }] },
  ];
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      ...(turns.shift() ?? { content: [] }),
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  const moved = await spent(payer, async () => {
    const tools = await client.tools();
    const { steps, text } = await generateText({
      model,
      tools,
      prompt: "Sell 100 USDC",
      stopWhen: stepCountIs(4),
    });
    const [quoted, built] = steps.flatMap(({ toolResults }) =>
      toolResults.map(({ output }) => output as any),
    );
    expect(quoted.structuredContent.message).toContain("100 USDC");
    expect(built.structuredContent.transaction).toMatchObject({
      to: vault.address.toLowerCase(),
      chainId: 8453,
    });
    expect(text).toBe("Built.");
  });
  await client.close();
  expect(moved).toBe(PRICE * 2n);
});

test("default: openapi-typescript reads it, openapi-fetch lists, pays and calls it", async () => {
  const payer = await stack.payer();
  const types = astToString(await openapiTS(address("/openapi.json")));
  for (const operation of ["listTools", "callTool", "getQuote"])
    expect(types).toContain(`operations["${operation}"]`);
  const client = createOpenapiClient<any>({
    baseUrl: stack.stack.baseUrl,
    fetch: (request) => paying(payer)(request),
  });
  const plain = createOpenapiClient<any>({ baseUrl: stack.stack.baseUrl });
  const build = (args: object) => ({
    params: { query: { toolName: "build_vault_swap" } },
    body: { vaultAddress: vault.address, chainId: 8453, arguments: args },
  });
  const free = await spent(payer, async () => {
    const unpaid = await plain.GET("/api/tools", {});
    expect([unpaid.response.status, (unpaid.error as any).error]).toEqual([
      402,
      "payment_required",
    ]);
    const refused = await client.POST("/api/tools", build({ ...QUOTE, amountIn: "many" }));
    expect([refused.response.status, (refused.error as any).error]).toEqual([
      400,
      "invalid_request",
    ]);
  });
  const listed = await spent(payer, async () => {
    const { data } = await client.GET("/api/tools", {});
    expect((data as any).tools.map(({ name }: any) => name)).toEqual(namesOf(catalog));
  });
  const called = await spent(payer, async () => {
    const { data, error } = await client.POST("/api/tools", build({ ...QUOTE, dex: "uniswap" }));
    expect([error, (data as any)?.transaction.to]).toEqual([
      undefined,
      vault.address.toLowerCase(),
    ]);
  });
  expect([free, listed, called]).toEqual([0n, 2_400n, PRICE]);
});
