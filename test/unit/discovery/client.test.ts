import { describe, expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import { CLIENT_ROUTES } from "../../../src/client/client-routes.ts";
import { createSextantClient } from "../../../src/client/create-sextant-client.ts";
import { SextantError } from "../../../src/client/sextant-error.ts";
import { sourceFiles } from "../architecture/source-files.ts";

type Sent = { url: string; init: RequestInit };
function clientAnswering(status: number, body: string, type = "application/json") {
  const sent: Sent[] = [];
  const client = createSextantClient({
    baseUrl: "https://api.example",
    headers: { "x-all": "1" },
    fetch: async (url, init) => {
      sent.push({ url, init });
      return new Response(body, {
        status,
        headers: { "content-type": type, "x-request-id": "r-1" },
      });
    },
  });
  return { client, sent };
}

test("behavior: it has exactly the public operations, at the routes; MCP has its clients", () => {
  const expected = routes
    .filter((route) => !route.isInternal && route.path !== "/mcp")
    .map(({ operationId, method, path }) => [operationId, [method, path]]);
  expect(CLIENT_ROUTES).toEqual(Object.fromEntries(expected));
  const { client } = clientAnswering(200, "{}");
  expect(Object.keys(client).sort()).toEqual([...Object.keys(CLIENT_ROUTES), "tool"].sort());
});

test("behavior: nothing of the server is in it: imports from outside its folder are types", () => {
  const imports = sourceFiles("src/client").flatMap(({ imports }) => imports);
  const foreign = imports.filter(({ specifier }) => !specifier.startsWith("./"));
  expect(foreign.length).toBeGreaterThan(10);
  expect(foreign.filter(({ isTypeOnly }) => !isTypeOnly)).toEqual([]);
});

test("default: query, body go as the operation wants, with client and call headers", async () => {
  const { client, sent } = clientAnswering(200, JSON.stringify({ tool: "switch_chain" }));
  const result = await client.callTool({
    query: { toolName: "switch_chain" },
    body: { arguments: { chain: "base" } },
    headers: { "Idempotency-Key": "k" },
  });
  const tool: string | undefined = result.tool;
  expect(tool).toBe("switch_chain");
  expect(sent).toEqual([
    {
      url: "https://api.example/api/tools?toolName=switch_chain",
      init: {
        method: "POST",
        headers: { "content-type": "application/json", "x-all": "1", "Idempotency-Key": "k" },
        body: '{"arguments":{"chain":"base"}}',
      },
    },
  ]);
});

test("default: a tool's arguments and the rest go where the operation wants them", async () => {
  const { client, sent } = clientAnswering(
    200,
    JSON.stringify({ tool: "build_vault_swap", message: "" }),
  );
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1" };
  await client.tool("build_vault_swap", swap, {
    vaultAddress: "0x1",
    dryRun: true,
    headers: { "Idempotency-Key": "k" },
  });
  await client.tool("switch_chain", { chain: "base" });
  const posted = sent.map(({ url, init }) => [url, init.headers, JSON.parse(String(init.body))]);
  const headers = { "content-type": "application/json", "x-all": "1" };
  expect(posted).toEqual([
    [
      "https://api.example/api/tools?toolName=build_vault_swap",
      { ...headers, "Idempotency-Key": "k" },
      { vaultAddress: "0x1", dryRun: true, arguments: swap },
    ],
    [
      "https://api.example/api/tools?toolName=switch_chain",
      headers,
      { arguments: { chain: "base" } },
    ],
  ]);
});

test("args: a number may stand for text of a query; what is undefined is left out", async () => {
  const { client, sent } = clientAnswering(200, '{"events":[]}');
  const { events } = await client.listStrategyEvents({ query: { vault: "0x1", since: 5 } });
  expect(events).toEqual([]);
  expect(sent[0]?.url).toBe("https://api.example/api/strategy-events?vault=0x1&since=5");
});

test("default: an operation without input needs none, and a page is text", async () => {
  const { client } = clientAnswering(200, "# Sextant", "text/plain; charset=utf-8");
  expect(await client.getLlms()).toBe("# Sextant");
});

test("behavior: what a call needs is a matter of its type", () => {
  const { client } = clientAnswering(200, "{}");
  // Never run: the compiler is the test.
  const wrong = () => [
    // @ts-expect-error the query is missing
    client.getQuote(),
    // @ts-expect-error a field is missing
    client.getQuote({ query: { sell: "ETH", buy: "USDC" } }),
    // @ts-expect-error a GET has no body
    client.getQuote({ query: { sell: "ETH", buy: "USDC", amount: "1" }, body: {} }),
    // @ts-expect-error no such mode
    client.setExecMode({ body: { vaultAddress: "0x1", chainId: 8453, mode: "yolo" } }),
    // @ts-expect-error a chain that is not supported
    client.callTool({ query: { toolName: "x" }, body: { chainId: 5 } }),
    // @ts-expect-error no such tool
    client.tool("x", {}),
    // @ts-expect-error a field is missing
    client.tool("switch_chain", {}),
    // @ts-expect-error another type
    client.tool("switch_chain", { chain: 1 }),
    // @ts-expect-error no such field beside the arguments
    client.tool("switch_chain", { chain: "base" }, { vault: "0x1" }),
    // @ts-expect-error no such figure in its data
    client
      .tool("build_vault_swap", { tokenIn: "A", tokenOut: "B" })
      .then(({ data }) => data.shield),
    // @ts-expect-error what the agent wallet sends is not there to be signed
    client
      .tool("burn_position", { tokenId: "1" }, { executionMode: "delegated" })
      .then((a) => a.transaction.to),
    // @ts-expect-error a dry run has other data
    client.tool("get_vault_limits", {}, { dryRun: true }).then(({ data }) => data.dryRun),
    // @ts-expect-error a dry run builds nothing
    client
      .tool("build_vault_swap", { tokenIn: "A", tokenOut: "B" }, { dryRun: true })
      .then((a) => a.transaction.to),
  ];
  expect(wrong).toBeTypeOf("function");
});

describe("errors", () => {
  test("error: a refusal keeps status, code, sentence, numbers and request id", async () => {
    const body = {
      error: "swap_shield_blocked",
      message: "Too far from the oracle.",
      details: { deltaBps: 900 },
    };
    const { client } = clientAnswering(400, JSON.stringify(body));
    const error = await client.listTools().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SextantError);
    expect({ ...(error as SextantError), message: (error as SextantError).message }).toEqual({
      name: "SextantError",
      status: 400,
      code: "swap_shield_blocked",
      message: "Too far from the oracle.",
      details: { deltaBps: 900 },
      requestId: "r-1",
    });
  });

  test.each([
    ["<html>bad gateway</html>", "text/html"],
    ["{oops", "application/json"],
    ["null", "application/json"],
    ['{"error":{"x":1}}', "application/json"],
  ])("error: %s is said to be somebody else's answer", async (body, type) => {
    const { client } = clientAnswering(502, body, type);
    await expect(client.listTools()).rejects.toMatchObject({
      status: 502,
      code: "unreadable_answer",
    });
  });
});
