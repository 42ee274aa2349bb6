import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment as wrapFetchV2 } from "@x402/fetch";
import { Ajv2020 } from "ajv/dist/2020.js";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wrapFetchWithPayment as wrapFetchV1 } from "x402-fetch";
import { PROTOCOL_VERSIONS } from "../../src/mcp/era-of.ts";
import type { Payer } from "../support/callers/create-payer.ts";
import {
  connectMcp,
  type McpConnection,
  type McpOptions,
  operatorHeaders,
} from "../support/callers/mcp-client.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

const PRICE = 2_500n;
const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap", chain: "base" };
const SECRETS = /operatorAddress|authSignature|authTimestamp|executionMode|vaultAddress|privateKey/;

let stack: TestStack;
let vault: TestVault;
let open: McpConnection[] = [];
beforeAll(async () => {
  stack = await startTestStack({ limits: "kept" });
  vault = await stack.newVault({ fund: { ETH: 10n ** 18n, USDC: 1_000_000_000n } });
});
afterAll(() => stack?.stop());
afterEach(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  open = [];
});

const connect = async (options: McpOptions = {}): Promise<McpConnection> => {
  const connection = await connectMcp(stack, options);
  open.push(connection);
  return connection;
};
const asOperator = async (payer: Payer) =>
  connect({ payer, vault: vault.address, credentials: await stack.credentials(vault.ownerKey) });
const rpc = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const toolCall = (name: string, args: object = {}, id = 1) =>
  rpc("tools/call", { name, arguments: args }, id);
const post = (body: unknown, headers = {}, pay: Payer | false = false) =>
  stack.call("POST", "/mcp?pay=http", body, headers, { pay });
/** What `run` takes from the payer. */
const spent = async (payer: Payer, run: () => Promise<unknown>): Promise<bigint> => {
  const before = await stack.usdcOf(payer.address);
  await run();
  return before - (await stack.usdcOf(payer.address));
};

/** Two builds of one swap differ by the block: fees, and the deadline wherever it stands. */
const stable = ({ transaction, ...rest }: any) => {
  const { maxFeePerGas: _, deadline, data, ...same } = transaction;
  return { ...rest, transaction: { ...same, data: data.replaceAll(deadline.toString(16), "") } };
};

describe("free of charge", () => {
  test("default: the official client connects, pings and lists the tools unpaid", async () => {
    const { client, exchanges } = await connect();
    expect(client.getServerVersion()).toMatchObject({ name: "sextant", title: "Sextant" });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
    expect(client.getInstructions()).toContain("X-Operator-Address");
    expect(await client.ping()).toEqual({});
    expect((await client.listTools()).tools.length).toBeGreaterThan(15);
    // The client asks for the stream that this server does not have, too.
    expect(
      exchanges
        .map(({ method, sent, status }) => `${method} ${sent?.method ?? ""} ${status}`)
        .sort(),
    ).toEqual(
      [
        "GET  405",
        "POST initialize 200",
        "POST notifications/initialized 202",
        "POST ping 200",
        "POST tools/list 200",
      ].sort(),
    );
    for (const { headers } of exchanges) {
      expect(headers.has("mcp-session-id")).toBe(false);
      expect(headers.has("payment-response")).toBe(false);
      expect(headers.get("content-type") ?? "application/json").not.toContain("event-stream");
    }
  });

  test("behavior: versions are the SDK's, an unknown one is answered with the newest", async () => {
    expect(PROTOCOL_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
    const clientInfo = { name: "x", version: "1" };
    const ask = async (protocolVersion: unknown) =>
      (await post(rpc("initialize", { protocolVersion, capabilities: {}, clientInfo }))).body;
    expect((await ask("2025-03-26")).result.protocolVersion).toBe("2025-03-26");
    expect((await ask("1999-01-01")).result.protocolVersion).toBe("2025-11-25");
    expect((await ask(5)).error.code).toBe(-32_602);
    const odd = await post(rpc("ping"), { "mcp-protocol-version": "1999-01-01" });
    expect([odd.status, odd.body.error.code]).toEqual([400, -32_022]);
  });

  test("error: methods that do not exist are a JSON-RPC error, free of charge", async () => {
    for (const method of [
      "logging/setLevel",
      "completion/complete",
      "tools/Call",
      "tools/call ",
      "__proto__",
      "constructor",
    ]) {
      const answer = await post(rpc(method, {}, method));
      expect([answer.status, answer.body.id, answer.body.error.code]).toEqual([
        200,
        method,
        -32_601,
      ]);
    }
  });

  test("behavior: free methods are counted per address", async () => {
    const ip = { "cf-connecting-ip": "10.99.0.1" };
    const statuses: number[] = [];
    // A minute may end on the way: then one more of 60 is needed.
    while (statuses.at(-1) !== 429 && statuses.length < 121)
      statuses.push((await post(rpc("ping"), ip)).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses.at(-1)).toBe(429);
    expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" }, ip)).status).toBe(
      429,
    );
    // What is paid for is not counted here: an unpaid call is told its price.
    expect((await post(toolCall("switch_chain", { chain: "base" }), ip)).status).toBe(402);
  });
});

describe("the tools as they are listed", () => {
  test("default: they are the catalog's tools with its schemas, which ajv accepts", async () => {
    const { tools } = await (await connect()).client.listTools();
    const { body } = await stack.call("GET", "/api/tools");
    // Over HTTP `dryRun` stands beside the arguments of a write, here among them.
    const dryRun = {
      type: "boolean",
      description: "true: answers what would happen, and does nothing.",
    };
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual(
      body.tools
        .filter(({ served }: { served: boolean }) => served)
        .map(
          ({
            name,
            parameters,
            readOnly,
          }: {
            name: string;
            parameters: any;
            readOnly: boolean;
          }) => [
            name,
            readOnly
              ? parameters
              : { ...parameters, properties: { ...parameters.properties, dryRun } },
          ],
        ),
    );
    const ajv = new Ajv2020({ strict: false });
    for (const tool of tools) {
      const isValid = ajv.compile(tool.inputSchema);
      expect(ajv.errors, tool.name).toBeFalsy();
      expect(isValid("no object"), tool.name).toBe(false);
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.title, tool.name).toMatch(/^[A-Z][A-Za-z ]+$/);
      expect(tool.description!.length, tool.name).toBeGreaterThan(20);
    }
  });

  test("error: no schema asks a model for credentials, a vault or a mode", async () => {
    const { tools } = await (await connect()).client.listTools();
    for (const { name, inputSchema } of tools)
      expect(JSON.stringify(inputSchema), name).not.toMatch(SECRETS);
  });

  test("behavior: hints say what reads, what changes and what to ask about", async () => {
    const { tools } = await (await connect()).client.listTools();
    const named = (hint: "readOnlyHint" | "destructiveHint" | "idempotentHint", value: boolean) =>
      tools.filter(({ annotations }) => annotations?.[hint] === value).map(({ name }) => name);
    expect(named("readOnlyHint", true).sort()).toEqual(
      [
        ...[
          "check_delegation_status",
          "get_swap_quote",
          "get_token_balance",
          "get_vault_info",
          "get_vault_overview",
          "get_vault_trades",
          "get_vault_history",
        ],
        ...[
          "list_strategies",
          "list_twap_orders",
          "get_twap_order",
          "get_order_quality",
          "switch_chain",
          "get_pool_info",
          "get_lp_positions",
        ],
        ...[
          "get_crosschain_quote",
          "get_aggregated_nav",
          "get_rebalance_plan",
          "verify_bridge_arrival",
        ],
        // Without those of chains that this stack has not.
        ...[
          "list_nav_syncs",
          "list_trigger_orders",
          "get_vault_limits",
          "check_readiness",
          "list_grants",
        ],
      ].sort(),
    );
    expect(named("destructiveHint", true).sort()).toEqual(
      [
        ...["cancel_twap_order", "create_twap_order", "disable_swap_shield", "resume_twap_order"],
        ...[
          "revoke_delegation",
          "revoke_selectors",
          "set_swap_shield_tolerance",
          "create_nav_sync",
          "cancel_nav_sync",
        ],
        ...[
          "create_trigger_order",
          "cancel_trigger_order",
          "edit_twap_order",
          "skip_twap_slice",
          "end_grant",
        ],
      ].sort(),
    );
    expect(named("idempotentHint", false).sort()).toEqual(
      [
        ...[
          "build_vault_swap",
          "create_twap_order",
          "disable_swap_shield",
          "set_swap_shield_tolerance",
        ],
        ...[
          "add_liquidity",
          "remove_liquidity",
          "collect_lp_fees",
          "burn_position",
          "create_nav_sync",
        ],
        ...["deploy_smart_pool", "fund_pool", "redeem_pool", "create_trigger_order"],
        ...[
          "refresh_oracle_feed",
          "gov_stake",
          "gov_undelegate_stake",
          "gov_unstake",
          "gov_claim_rewards",
        ],
        ...[
          "gov_end_epoch",
          "crosschain_transfer",
          "crosschain_sync",
          "edit_twap_order",
          "skip_twap_slice",
        ],
      ].sort(),
    );
    for (const { name, annotations } of tools) {
      expect(typeof annotations?.openWorldHint, name).toBe("boolean");
      if (annotations?.readOnlyHint) expect(annotations.destructiveHint, name).toBe(false);
    }
  });
});

describe("resources", () => {
  const reads = async (connection: McpConnection, uri: string) => {
    const { contents } = await connection.client.readResource({ uri });
    const [{ text, mimeType, uri: same }] = contents as [
      { text: string; mimeType: string; uri: string },
    ];
    expect(same).toBe(uri);
    return mimeType === "application/json" ? JSON.parse(text) : text;
  };

  test("default: what is free over HTTP reads so: documents, events, orders, audit", async () => {
    const own = await stack.newVault({ fund: { USDC: 1_000_000_000n } });
    const credentials = await stack.credentials(own.ownerKey);
    const order = {
      ...{ side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "100", sliceCount: 4 },
      ...{ intervalMinutes: 5, dex: "uniswap", chain: "base" },
    };
    await stack.tool(own, "create_twap_order", order);
    const connection = await connect({ vault: own.address, credentials });
    const { resources } = await connection.client.listResources();
    const { resourceTemplates } = await connection.client.listResourceTemplates();
    expect([resources.length, resourceTemplates.length]).toEqual([4, 3]);
    const http = async (path: string) => {
      const headers = operatorHeaders(own.address, credentials);
      return (await stack.call("GET", path, undefined, headers)).body;
    };
    const read = await reads(connection, "sextant://vault/orders/8453/1?limit=2");
    expect(read).toEqual(await http(`/api/twap-order?vault=${own.address}&id=1&limit=2`));
    expect(read.order).toMatchObject({ id: 1, sellToken: "USDC", totalAmount: "100" });
    const { entries } = await reads(connection, "sextant://vault/audit/8453");
    expect(entries).toEqual((await http(`/api/audit?vault=${own.address}`)).entries);
    expect(await reads(connection, "sextant://vault/events")).toEqual({ events: [] });
    expect(await reads(connection, `sextant://vaults/${own.address}/events?since=1`)).toEqual({
      events: [],
    });
    expect(await reads(connection, "sextant://docs/llms.txt")).toContain("build_vault_swap");
    expect((await reads(connection, "sextant://docs/openapi.json")).openapi).toMatch(/^3\.1/);
    expect(
      connection.exchanges.every(({ payment, status }) => payment === undefined && status !== 402),
    ).toBe(true);
  });

  test("error: no order is read without credentials, by strangers or other operators", async () => {
    const uri = "sextant://vault/orders/8453/1";
    const stranger = await stack.credentials(generatePrivateKey());
    for (const [options, code] of [
      [{ vault: vault.address }, "auth_required"],
      [{ vault: vault.address, credentials: stranger }, "not_vault_owner"],
      [{ credentials: stranger }, "invalid_request"],
    ] as const) {
      const { client } = await connect(options);
      await expect(client.readResource({ uri })).rejects.toMatchObject({
        code: -32_602,
        data: { error: code, uri },
      });
    }
  });
});

describe("tools/call", () => {
  test("error: an unpaid call is 402 with the price, and runs nothing", async () => {
    const { client } = await connect();
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    await expect(
      client.callTool({ name: "switch_chain", arguments: { chain: "base" } }),
    ).rejects.toMatchObject({
      code: 402,
    });
    expect(Object.values(stack.proxies).reduce((sum, proxy) => sum + proxy.log().length, 0)).toBe(
      0,
    );
    const bare = await post(toolCall("no_such_tool"));
    expect(bare.status).toBe(402);
    const required = JSON.parse(
      Buffer.from(bare.headers.get("payment-required")!, "base64").toString(),
    );
    expect(required.accepts[0].amount).toBe(String(PRICE));
    expect(required.resource.url).toBe(`${stack.stack.baseUrl}/mcp`);
    expect(bare.body).toMatchObject({ error: "payment_required", x402Version: 1 });
  });

  test("default: a paid call answers as POST /api/tools does, and costs its price", async () => {
    const payer = await stack.payer();
    const { client, exchanges } = await asOperator(payer);
    // The NAV baseline is remembered from the first build on.
    await stack.tool(vault, "build_vault_swap", SWAP);
    const direct = (await stack.tool(vault, "build_vault_swap", SWAP)).body;
    let called: any;
    const moved = await spent(payer, async () => {
      called = await client.callTool({ name: "build_vault_swap", arguments: SWAP });
    });
    expect(moved).toBe(PRICE);
    expect(called.isError).toBeUndefined();
    expect(stable(called.structuredContent)).toEqual(stable(direct));
    expect(JSON.parse(called.content[0].text)).toEqual(called.structuredContent);
    const calls = exchanges.filter(({ sent }) => sent?.method === "tools/call");
    expect(calls.map(({ status }) => status)).toEqual([402, 200]);
    const receipt = JSON.parse(
      Buffer.from(calls[1]!.headers.get("payment-response")!, "base64").toString(),
    );
    expect(receipt).toMatchObject({ success: true, network: "eip155:8453" });
  });

  test("behavior: a person's setting waits over MCP and, approved, holds over HTTP", async () => {
    const payer = await stack.payer();
    const { client } = await asOperator(payer);
    const set: any = await client.callTool({
      name: "set_default_slippage",
      arguments: { slippage: "2%" },
    });
    const { operationId } = set.structuredContent;
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const waiting = await stack.tool(vault, "get_swap_quote", SWAP);
    expect(waiting.body.message).toContain("Slippage: 100 bps");
    const approved = await stack.call("POST", "/api/operations/approve", { operationId, ...auth });
    expect([approved.status, approved.body.message]).toEqual([200, expect.stringContaining("200")]);
    const quote = await stack.tool(vault, "get_swap_quote", SWAP);
    expect(quote.body.message).toContain("Slippage: 200 bps");
    await stack.tool(vault, "set_default_slippage", { reset: true });
  });

  test("error: what is refused is not charged: isError or JSON-RPC error, no receipt", async () => {
    const payer = await stack.payer();
    const { client, exchanges } = await asOperator(payer);
    const moved = await spent(payer, async () => {
      const wrong: any = await client.callTool({
        name: "get_swap_quote",
        arguments: { ...SWAP, amountIn: "1,000" },
      });
      expect([wrong.isError, wrong.structuredContent.error]).toEqual([true, "invalid_request"]);
      const poor: any = await client.callTool({
        name: "build_vault_swap",
        arguments: { ...SWAP, amountIn: "999999999" },
      });
      expect([poor.isError, poor.structuredContent.error]).toEqual([true, "insufficient_balance"]);
      expect(JSON.parse(poor.content[0].text)).toEqual(poor.structuredContent);
      const missing: any = await client.callTool({
        name: "cancel_twap_order",
        arguments: { id: 9 },
      });
      expect([missing.isError, missing.structuredContent.error]).toEqual([
        true,
        "twap_order_not_found",
      ]);
      for (const name of ["no_such_tool", "constructor", ""])
        await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
          code: -32_602,
        });
    });
    expect(moved).toBe(0n);
    const paid = exchanges.filter(({ payment }) => payment !== undefined);
    expect(paid.map(({ status }) => status)).toEqual(Array(6).fill(200));
    for (const { headers } of paid) expect(headers.has("payment-response")).toBe(false);
  });

  test("error: an outage behind a tool is isError and not charged", async () => {
    const payer = await stack.payer();
    const { client } = await connect({ payer });
    stack.proxies.uniswap.before(async () => "drop");
    const moved = await spent(payer, async () => {
      const answer: any = await client.callTool({ name: "get_swap_quote", arguments: SWAP });
      expect([answer.isError, answer.structuredContent.error]).toEqual([true, "venue_unavailable"]);
    });
    stack.proxies.uniswap.clearHooks();
    expect(moved).toBe(0n);
  });

  test("error: no parameters, name not text, arguments no object: uncharged, no 500", async () => {
    const payer = await stack.payer();
    const moved = await spent(payer, async () => {
      for (const params of [
        undefined,
        {},
        { name: 5 },
        { name: ["switch_chain"] },
        { name: { a: 1 } },
      ]) {
        const answer = await post(rpc("tools/call", params), {}, payer);
        expect([answer.status, answer.body.error?.code], JSON.stringify(params)).toEqual([
          200, -32_602,
        ]);
      }
      for (const args of [null, 5, "x", [], [1]]) {
        const answer = await post(
          rpc("tools/call", { name: "switch_chain", arguments: args }),
          {},
          payer,
        );
        expect([answer.status, answer.body.result?.isError], JSON.stringify(args)).toEqual([
          200,
          true,
        ]);
      }
    });
    expect(moved).toBe(0n);
  });

  test("error: protocol parts not offered (tasks) make no free call of a paid one", async () => {
    const payer = await stack.payer();
    const params = {
      name: "switch_chain",
      arguments: { chain: "base" },
      task: { ttl: 1 },
      _meta: { progressToken: 1 },
    };
    expect(
      await spent(payer, async () =>
        expect((await post(rpc("tools/call", params), {}, payer)).status).toBe(200),
      ),
    ).toBe(PRICE);
  });
});

describe("one payment buys one call", () => {
  test("error: a batch is 400, paid or not, and nothing of it runs", async () => {
    const payer = await stack.payer();
    const call = toolCall("switch_chain", { chain: "base" });
    const moved = await spent(payer, async () => {
      for (const batch of [[], [call], [call, { ...call, id: 2 }], [rpc("ping"), call]]) {
        const { header } = await stack.payment("POST", "/mcp", {
          payer,
          requirement: await offer(),
        });
        for (const headers of [{}, { "x-payment": header }]) {
          const answer = await post(batch, headers);
          expect(expectRefusal(answer)).toBe("400 invalid_request");
          expect(answer.body.message).toContain("batches");
        }
      }
    });
    expect(moved).toBe(0n);
  });

  test("error: another call with a used payment is 409; the same gets its answer", async () => {
    const payer = await stack.payer();
    const { header } = await stack.payment("POST", "/mcp", { payer, requirement: await offer() });
    const send = (body: object, headers = {}) => post(body, { "x-payment": header, ...headers });
    const call = toolCall("switch_chain", { chain: "arbitrum" });
    const moved = await spent(payer, async () => {
      const first = await send(call);
      expect(first.body.result.structuredContent.chainSwitch).toBe(42_161);
      expect((await send(call)).body).toEqual(first.body);
      expect(expectRefusal(await send(toolCall("switch_chain", { chain: "base" })))).toBe(
        "409 payment_reused",
      );
      expect(expectRefusal(await send({ ...call, id: 2 }))).toBe("409 payment_reused");
      // Headers say on whose vault it acts: another one makes another request.
      expect(expectRefusal(await send(call, { "x-vault-address": vault.address }))).toBe(
        "409 payment_reused",
      );
      const elsewhere = await stack.call(
        "POST",
        "/api/tools?toolName=switch_chain",
        { arguments: {} },
        { "x-payment": header },
      );
      expect(expectRefusal(elsewhere)).toBe("409 payment_reused");
    });
    expect(moved).toBe(PRICE);
  });

  test("error: a call without id is a notification: nothing runs, nothing is charged", async () => {
    const payer = await stack.payer();
    const { id: _, ...notification } = toolCall("set_default_slippage", { slippage: "3%" });
    const { header } = await stack.payment("POST", "/mcp", { payer, requirement: await offer() });
    const headers = operatorHeaders(vault.address, await stack.credentials(vault.ownerKey));
    const moved = await spent(payer, async () => {
      const answer = await post(notification, { ...headers, "x-payment": header });
      expect([answer.status, answer.body]).toEqual([202, null]);
    });
    expect(moved).toBe(0n);
    expect((await stack.tool(vault, "get_swap_quote", SWAP)).body.message).toContain(
      "Slippage: 100 bps",
    );
  });

  test("behavior: with an Idempotency-Key a message is charged once, another is 409", async () => {
    const payer = await stack.payer();
    const headers = {
      ...operatorHeaders(vault.address, await stack.credentials(vault.ownerKey)),
      "idempotency-key": "mcp-1",
    };
    const call = toolCall("list_twap_orders");
    const moved = await spent(payer, async () => {
      const first = await post(call, headers, payer);
      expect(first.body.result.structuredContent.tool).toBe("list_twap_orders");
      expect((await post(call, headers, payer)).body).toEqual(first.body);
      expect(expectRefusal(await post({ ...call, id: 2 }, headers, payer))).toBe(
        "409 idempotency_key_reused",
      );
    });
    expect(moved).toBe(PRICE);
  });

  test("error: an id that is null, a fraction or an object is 400 before payment", async () => {
    for (const id of [null, 1.5, {}, [], true]) {
      expect(expectRefusal(await post(rpc("tools/call", {}, id)), JSON.stringify(id))).toBe(
        "400 invalid_request",
      );
    }
  });
});

describe("operator auth", () => {
  test("error: credentials as arguments prove nothing; refusal says where they go", async () => {
    const payer = await stack.payer();
    const { client } = await connect({ payer, vault: vault.address });
    const auth = { vaultAddress: vault.address, ...(await stack.credentials(vault.ownerKey)) };
    const moved = await spent(payer, async () => {
      const answer: any = await client.callTool({
        name: "set_default_slippage",
        arguments: { slippage: "4%", ...auth },
      });
      expect([answer.isError, answer.structuredContent.error]).toEqual([true, "invalid_request"]);
      expect(answer.structuredContent.message).toContain("X-Auth-Signature");
    });
    expect(moved).toBe(0n);
    const noVault = await connect({ payer });
    const answer: any = await noVault.client.callTool({ name: "get_vault_info", arguments: auth });
    expect(answer.structuredContent.message).toContain("X-Vault-Address");
  });

  test("error: a model cannot ask for delegated execution", async () => {
    const payer = await stack.payer();
    const own = await stack.newVault({ fund: { ETH: 10n ** 18n, USDC: 1_000_000_000n } });
    await stack.delegated(own);
    const credentials = await stack.credentials(own.ownerKey);
    await stack.call("POST", "/api/settings/exec-mode", {
      ...{ vaultAddress: own.address, chainId: 8453, mode: "autonomous" },
      ...credentials,
    });
    const { client } = await connect({ payer, vault: own.address, credentials });
    const args = { ...SWAP, executionMode: "delegated" };
    const answer: any = await client.callTool({ name: "build_vault_swap", arguments: args });
    expect([answer.isError, answer.structuredContent.error]).toEqual([true, "invalid_request"]);
    expect(answer.structuredContent.message).toContain("X-Execution-Mode");
  });

  test("error: a stranger's and a broken signature are refused and not charged", async () => {
    const payer = await stack.payer();
    const good = await stack.credentials(vault.ownerKey);
    const cases = [
      [await stack.credentials(generatePrivateKey()), "not_vault_owner"],
      [{ ...good, authSignature: "0x12" }, "auth_signature_mismatch"],
      [{ ...good, authTimestamp: "now" as never }, "auth_malformed"],
      [{ ...good, authTimestamp: 1_700_000_000_000 }, "auth_expired"],
    ] as const;
    const moved = await spent(payer, async () => {
      for (const [credentials, expected] of cases) {
        const { client } = await connect({ payer, vault: vault.address, credentials });
        const answer: any = await client.callTool({ name: "list_twap_orders", arguments: {} });
        expect([answer.isError, answer.structuredContent.error]).toEqual([true, expected]);
      }
    });
    expect(moved).toBe(0n);
  });

  test("behavior: an anonymous tool works with headers on a chain without the vault", async () => {
    const payer = await stack.payer();
    const { client } = await asOperator(payer);
    const answer: any = await client.callTool({
      name: "switch_chain",
      arguments: { chain: "arbitrum" },
    });
    expect(answer.structuredContent.chainSwitch).toBe(42_161);
  });
});

describe("published x402 clients under the official MCP client", () => {
  const wraps: [string, (payer: Payer) => typeof fetch][] = [
    [
      "x402-fetch",
      ({ account }) =>
        wrapFetchV1(fetch, account as Parameters<typeof wrapFetchV1>[1]) as typeof fetch,
    ],
    [
      "@x402/fetch",
      ({ account }) =>
        wrapFetchV2(
          fetch,
          registerExactEvmScheme(new x402Client(), { signer: account }),
        ) as typeof fetch,
    ],
  ];
  test.each(wraps)("default: %s pays for a call", async (_, wrap) => {
    const payer = await stack.payer();
    const { client } = await connect({ payer, fetch: wrap(payer) });
    const moved = await spent(payer, async () => {
      const answer: any = await client.callTool({ name: "get_swap_quote", arguments: SWAP });
      expect(answer.structuredContent.tool).toBe("get_swap_quote");
    });
    expect(moved).toBe(PRICE);
  });
});

test("error: GET and DELETE are 405, and HEAD is no free GET", async () => {
  for (const method of ["GET", "DELETE", "PUT", "HEAD"]) {
    const answer = await fetch(`${stack.stack.baseUrl}/mcp`, {
      method,
      headers: { accept: "text/event-stream" },
    });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
  }
});

/** What tools/call asks for: the path alone does not tell, a bare POST is no message. */
async function offer() {
  const { headers } = await post(toolCall("switch_chain", { chain: "base" }));
  return JSON.parse(Buffer.from(headers.get("payment-required")!, "base64").toString()).accepts[0];
}
