import { generatePrivateKey } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { checkOrigin } from "../../../src/mcp/check-origin.ts";
import { type AttackWorld, createAttackWorld, paymentFor } from "../../attack/attack-world.ts";
import { eraClient } from "../../support/mcp-era-client.ts";

/*
 * MCP 2026-07-28 beside the revisions before it (docs/facts/mcp.md): the official clients of both
 * generations, unmodified, on one address; and requests as they must not be, by hand. No chain, no
 * venue: the tools called need neither.
 */
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const SERVER = "io.modelcontextprotocol/serverInfo";
const META = { [VERSION]: "2026-07-28", [CAPABILITIES]: {} };
const SWITCH = { name: "switch_chain", arguments: { chain: "base" } };

const clientOf = (world: AttackWorld) =>
  eraClient({
    url: "https://sextant.example/mcp",
    fetch: (url, { method = "GET", headers, body }) =>
      world.send(
        {
          ...{
            method,
            path: new URL(url).pathname,
            headers: Object.fromEntries(new Headers(headers)),
          },
          ...(typeof body === "string" && { body }),
        },
        "203.0.113.7",
      ),
  });
const headersOf = (method: string, name?: string) => ({
  ...{ "mcp-protocol-version": "2026-07-28", "mcp-method": method },
  ...(name !== undefined && { "mcp-name": name }),
});
async function ask(
  world: AttackWorld,
  message: object | string,
  headers: Record<string, string> = {},
) {
  const body =
    typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", id: 7, ...message });
  const answer = await world.send({ method: "POST", path: "/mcp", headers, body }, "203.0.113.7");
  return {
    status: answer.status,
    body: JSON.parse((await answer.text()) || "null"),
    headers: answer.headers,
  };
}

describe("stock clients of both generations on the same address", () => {
  test("default: the newest client negotiates 2026-07-28, and lists with cache hints", async () => {
    const world = createAttackWorld();
    const { connectNew, exchanges } = clientOf(world);
    const client = await connectNew();
    expect(client.getProtocolEra()).toBe("modern");
    expect(client.getServerVersion()).toMatchObject({
      name: "sextant",
      title: "Sextant",
      version: "1.0.0",
    });
    expect(client.getInstructions()).toContain("X-Operator-Address");
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(15);
    expect(exchanges.map(({ sent, status }) => [sent.method, status])).toEqual([
      ["server/discover", 200],
      ["tools/list", 200],
    ]);
    const [discover, list] = exchanges.map(({ body }) => body.result);
    expect(discover).toMatchObject({
      resultType: "complete",
      ttlMs: 3_600_000,
      cacheScope: "public",
    });
    expect(discover.supportedVersions).toEqual(["2026-07-28"]);
    expect(list).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" });
    expect(list._meta[SERVER]).toEqual({ name: "sextant", version: "1.0.0" });
    for (const { headers } of exchanges)
      expect(headers.get("mcp-protocol-version")).toBe("2026-07-28");
  });

  test("default: the older client finds what it always did, no newest revision in it", async () => {
    const world = createAttackWorld();
    const { connectOld, exchanges } = clientOf(world);
    const client = await connectOld();
    await client.ping();
    const { tools } = await client.listTools();
    const { connectNew } = clientOf(world);
    expect(tools).toEqual((await (await connectNew()).listTools()).tools);
    for (const { body } of exchanges)
      expect(JSON.stringify(body ?? null)).not.toMatch(/resultType|ttlMs|2026-07-28/);
  });

  test("default: the newest client calls, is asked in MCP, pays, finds its receipt", async () => {
    const world = createAttackWorld();
    world.trust(true);
    const { connectNew, exchanges } = clientOf(world);
    const client = await connectNew();
    const unpaid: any = await client.callTool(SWITCH);
    expect(unpaid.isError).toBe(true);
    const [requirement] = unpaid.structuredContent.accepts;
    const { payload } = await paymentFor(world, requirement, generatePrivateKey());
    const paid: any = await client.callTool({ ...SWITCH, _meta: { "x402/payment": payload } });
    expect([paid.isError, paid.structuredContent.chainSwitch]).toEqual([undefined, 8_453]);
    expect(paid.structuredContent.tool).toBe("switch_chain");
    expect(paid._meta["x402/payment-response"]).toMatchObject({ success: true });
    expect(paid._meta[SERVER]).toEqual({ name: "sextant", version: "1.0.0" });
    // The same payment again, traced otherwise, gets what it has bought.
    const again: any = await client.callTool({
      ...SWITCH,
      _meta: { "x402/payment": payload, traceparent: "00-1-2-01" },
    });
    expect(again.structuredContent).toEqual(paid.structuredContent);
    expect(exchanges.slice(1).map(({ status }) => status)).toEqual([200, 200, 200]);
    // Verified and settled once.
    expect(world.upstream.facilitator).toBe(2);
  });

  test("behavior: after listing tools clients hold answers to schemas: all kinds fit", async () => {
    const world = createAttackWorld();
    world.trust(true);
    const { connectNew, connectOld } = clientOf(world);
    for (const client of [await connectNew(), await connectOld()]) {
      await client.listTools();
      const call = (more: object) => client.callTool({ ...SWITCH, ...more }) as Promise<any>;
      const unpaid = await call({});
      const { payload } = await paymentFor(
        world,
        unpaid.structuredContent.accepts[0],
        generatePrivateKey(),
      );
      const _meta = { "x402/payment": payload };
      expect((await call({ arguments: { chain: "nowhere" }, _meta })).isError).toBe(true);
      expect((await call({ _meta })).structuredContent).toMatchObject({
        tool: "switch_chain",
        chainSwitch: 8_453,
      });
    }
  });

  test("error: a tool's refusal is a free result, a missing tool error in HTTP 200", async () => {
    const world = createAttackWorld();
    world.trust(true);
    const { connectNew } = clientOf(world);
    const client = await connectNew();
    const unpaid: any = await client.callTool(SWITCH);
    const { payload } = await paymentFor(
      world,
      unpaid.structuredContent.accepts[0],
      generatePrivateKey(),
    );
    const _meta = { "x402/payment": payload };
    const refused: any = await client.callTool({
      name: "switch_chain",
      arguments: { chain: 5 },
      _meta,
    });
    expect([refused.isError, refused.structuredContent.error]).toEqual([true, "invalid_request"]);
    await expect(
      client.callTool({ name: "no_such_tool", arguments: {}, _meta }),
    ).rejects.toMatchObject({
      code: -32_602,
    });
    // Never settled: it buys the next call.
    expect((await client.callTool({ ...SWITCH, _meta })).isError).toBeUndefined();
    expect(world.upstream.facilitator).toBe(4);
  });
});

describe("requests of the newest revision that are not whole", () => {
  const world = createAttackWorld();
  const refusal = async (message: object, headers: Record<string, string>) => {
    const { status, body } = await ask(world, message, headers);
    return [status, body.error?.code, body.id];
  };
  const list = { method: "tools/list", params: { _meta: META } };
  const call = { method: "tools/call", params: { ...SWITCH, _meta: META } };

  test("error: headers missing or unlike the body are -32020, in HTTP 400", async () => {
    const good = headersOf("tools/list");
    const named = headersOf("tools/call", "switch_chain");
    const cases: [object, Record<string, string>][] = [
      [list, {}],
      [list, { "mcp-method": "tools/list" }],
      [list, { ...good, "mcp-protocol-version": "2025-11-25" }],
      [list, { "mcp-protocol-version": "2026-07-28" }],
      [list, { ...good, "mcp-method": "tools/call" }],
      [call, headersOf("tools/call")],
      [call, { ...named, "mcp-name": "get_swap_quote" }],
      [call, { ...named, "mcp-name": "=?base64?!!?=" }],
    ];
    for (const [message, headers] of cases)
      expect(await refusal(message, headers), JSON.stringify(headers)).toEqual([400, -32_020, 7]);
    const encoded = `=?base64?${Buffer.from("switch_chain").toString("base64")}?=`;
    const { status, body } = await ask(world, call, { ...named, "mcp-name": encoded });
    expect([status, body.result.isError, body.result.resultType]).toEqual([200, true, "complete"]);
  });

  test("error: a version that is not spoken is -32022 with those that are", async () => {
    const message = {
      method: "tools/list",
      params: { _meta: { ...META, [VERSION]: "2027-01-01" } },
    };
    const headers = { ...headersOf("tools/list"), "mcp-protocol-version": "2027-01-01" };
    const { status, body } = await ask(world, message, headers);
    expect([status, body.error.code, body.error.data.requested]).toEqual([
      400,
      -32_022,
      "2027-01-01",
    ]);
    expect(body.error.data.supported.slice(0, 2)).toEqual(["2026-07-28", "2025-11-25"]);
    expect(await refusal({ method: "tools/list" }, headers)).toEqual([400, -32_022, 7]);
  });

  test("error: an unknown revision is -32022 with those spoken, in header or _meta", async () => {
    const spoken = [
      "2026-07-28",
      "2025-11-25",
      "2025-06-18",
      "2025-03-26",
      "2024-11-05",
      "2024-10-07",
    ];
    const claiming = (version: string) => ({
      method: "tools/list",
      params: { _meta: { ...META, [VERSION]: version } },
    });
    const cases: [object, Record<string, string>, string][] = [
      // Before there were versions of the newest kind, and what is none at all.
      [{ method: "tools/list" }, { "mcp-protocol-version": "1999-01-01" }, "1999-01-01"],
      [{ method: "ping" }, { "mcp-protocol-version": "latest" }, "latest"],
      [
        { method: "tools/call", params: SWITCH },
        { "mcp-protocol-version": "2030-01-01" },
        "2030-01-01",
      ],
      // In _meta, whatever the headers say of it.
      [claiming("2027-01-01"), {}, "2027-01-01"],
      [claiming("2027-01-01"), headersOf("tools/list"), "2027-01-01"],
      [claiming("x".repeat(60)), headersOf("tools/list"), "x".repeat(40)],
      [list, { ...headersOf("tools/list"), "mcp-protocol-version": "2027-01-01" }, "2027-01-01"],
    ];
    for (const [message, headers, requested] of cases) {
      const { status, body } = await ask(world, message, headers);
      expect([status, body.id, body.error.code, body.error.data]).toEqual([
        ...[400, 7, -32_022],
        { supported: spoken, requested },
      ]);
    }
  });

  test("default: initialize still answers with one spoken, whatever named, wherever", async () => {
    for (const [_meta, headers] of [
      [undefined, { "mcp-protocol-version": "1999-01-01" }],
      [undefined, { "mcp-protocol-version": "2030-01-01" }],
      [{ [VERSION]: "2030-01-01" }, {}],
    ] as [object | undefined, Record<string, string>][]) {
      const params = {
        protocolVersion: "2030-01-01",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      };
      const { status, body } = await ask(
        world,
        { method: "initialize", params: { ...params, _meta } },
        headers,
      );
      expect([status, body.result?.protocolVersion]).toEqual([200, "2025-11-25"]);
    }
  });

  test("error: no version or capabilities in _meta is -32602 in HTTP 400, no charge", async () => {
    const headers = headersOf("tools/call", "switch_chain");
    for (const _meta of [
      undefined,
      {},
      { [VERSION]: "2026-07-28" },
      { ...META, [CAPABILITIES]: [] },
      { ...META, [VERSION]: 5 },
      { ...META, "io.modelcontextprotocol/clientInfo": "me" },
    ]) {
      const message = { method: "tools/call", params: { ...SWITCH, _meta } };
      expect(await refusal(message, headers), JSON.stringify(_meta)).toEqual([400, -32_602, 7]);
    }
  });

  test("error: a missing method is -32601: HTTP 404 in newest revision, 200 before", async () => {
    for (const method of ["initialize", "ping", "tasks/list", "__proto__"]) {
      const modern = await ask(world, { method, params: { _meta: META } }, headersOf(method));
      expect([method, modern.status, modern.body.error.code]).toEqual([method, 404, -32_601]);
    }
    expect(await refusal({ method: "server/discover" }, {})).toEqual([200, -32_601, 7]);
  });

  test("error: a non-message is JSON-RPC's error for the newest revision, else ours", async () => {
    const headers = headersOf("tools/list");
    for (const [text, code, ours] of [
      ["{", -32_700, "invalid_json"],
      ["[]", -32_600, "invalid_request"],
      ['{"jsonrpc":"1.0","method":"x"}', -32_600, "invalid_request"],
    ] as const) {
      const modern = await ask(world, text, headers);
      expect([modern.status, modern.body.error.code, modern.body.error.data.error]).toEqual([
        400,
        code,
        ours,
      ]);
      expect((await ask(world, text)).body.error).toBe(ours);
    }
  });

  test("error: a cursor that no list gave is -32602, in both generations", async () => {
    for (const method of [
      "tools/list",
      "resources/list",
      "resources/templates/list",
      "prompts/list",
    ]) {
      const modern = { method, params: { _meta: META, cursor: "2" } };
      expect(await refusal(modern, headersOf(method)), method).toEqual([200, -32_602, 7]);
      expect(await refusal({ method, params: { cursor: "2" } }, {}), method).toEqual([
        200, -32_602, 7,
      ]);
    }
  });

  test("attack: nested as a body can hold, in arguments or answer: refused, no fault", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const who = {
      ...{
        "x-operator-address": `0x${"11".repeat(20)}`,
        "x-auth-signature": "0x12",
        "x-auth-timestamp": "1",
      },
      "x-vault-address": `0x${"22".repeat(20)}`,
    };
    const meta = (more = "") => `"_meta":{"${VERSION}":"2026-07-28","${CAPABILITIES}":{${more}}}`;
    for (const params of [
      `"arguments":${deep},"requestState":"x",${meta()}`,
      `"inputResponses":${deep},"requestState":"x",${meta()}`,
      `"requestState":${deep},${meta()}`,
      `"arguments":{},${meta(`"elicitation":${deep}`)}`,
    ]) {
      const body = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"switch_chain",${params}}}`;
      const { status, body: answer } = await ask(world, body, {
        ...headersOf("tools/call", "switch_chain"),
        ...who,
      });
      expect([status, answer.result?.isError], body.slice(0, 120)).toEqual([200, true]);
    }
  });

  test("behavior: a notification is taken and answered by nothing", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled" });
    const answer = await ask(world, body, { "mcp-protocol-version": "2026-07-28" });
    expect([answer.status, answer.body]).toEqual([202, null]);
  });
});

describe("origins", () => {
  test("error: what is no origin is 403 before reading; pages of any origin may call", async () => {
    const world = createAttackWorld();
    const ping = { method: "ping" };
    for (const origin of [
      "https://app.example",
      "https://app.example:8443",
      "http://[::1]:3000",
      "vscode-webview://a1b2",
    ])
      expect((await ask(world, ping, { origin })).status, origin).toBe(200);
    expect((await ask(world, ping, { origin: "null" })).status).toBe(200);
    for (const origin of [
      "evil",
      "https://",
      "https://a.example/path",
      "https://u:p@a.example",
      "a, b",
    ]) {
      const { status, body } = await ask(world, ping, { origin });
      expect([origin, status, body.error]).toEqual([origin, 403, "origin_not_allowed"]);
    }
  });

  test("attack: a stack here answers this machine's pages alone, whatever name points here", () => {
    const at = (origin: string) => () =>
      checkOrigin(
        { PUBLIC_BASE_URL: "http://127.0.0.1:8787" },
        { url: "http://evil.example:8787/mcp", headers: new Headers({ origin }) },
      );
    for (const origin of ["http://localhost:3000", "http://127.0.0.1:8787", "http://[::1]:1"])
      expect(at(origin)).not.toThrow();
    for (const origin of [
      "http://evil.example:8787",
      "https://app.example",
      "null",
      "http://localhost.evil.example",
    ])
      expect(at(origin), origin).toThrow(expect.objectContaining({ code: "origin_not_allowed" }));
  });
});
