import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { credentialHeaders } from "../support/credential-headers.ts";
import { dumpRedis } from "../support/dump-redis.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { getAs, giveGrant, postAs, type TestGrant, tokenOf } from "../support/give-grant.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

let flow: Flow;
let logDir: string;
const tokens: string[] = [];
beforeAll(async () => {
  logDir = mkdtempSync(join(tmpdir(), "sextant-tokens-"));
  flow = await startFlow({ logFile: join(logDir, "worker.log") });
});
afterEach(() => flow.reset());
afterAll(async () => {
  await flow?.stack.stop();
  rmSync(logDir, { recursive: true, force: true });
});

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const autonomous = (vault: TestVault) =>
  flow.orders.post(vault, "/api/settings/exec-mode", { mode: "autonomous" });
const end = (vault: TestVault, id: string) => flow.orders.post(vault, "/api/grants/end", { id });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function take(vault: TestVault, grant: TestGrant, wanted: object = {}): Promise<string> {
  const token = await tokenOf(flow.stack, vault, grant, wanted);
  tokens.push(token);
  return token;
}
const read = (
  vault: TestVault,
  token: string,
  more: Record<string, string> = {},
): Promise<Answer> =>
  flow.stack.call("GET", `/api/settings?vault=${vault.address}`, undefined, {
    ...bearer(token),
    ...more,
  });
const toolBy = (
  vault: TestVault,
  token: string,
  toolName: string,
  args: object,
  more: object = {},
): Promise<Answer> =>
  flow.stack.call(
    "POST",
    `/api/tools?toolName=${toolName}`,
    {
      vaultAddress: vault.address,
      chainId: 8453,
      arguments: args,
      executionMode: "delegated",
      ...more,
    },
    bearer(token),
  );
const rpc = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const mcp = (message: object, headers: Record<string, string>): Promise<Answer> =>
  flow.stack.call("POST", "/mcp?pay=http", message, headers);
const metadataAt = (path = "") =>
  `Bearer resource_metadata="${flow.stack.stack.baseUrl}/.well-known/oauth-protected-resource${path}", ` +
  `error="invalid_token"`;

describe("a token", () => {
  test("default: taken by its agent's signature, an hour at most, kept as its hash", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "trade", maxPerDay: "500" });
    const atMs = flow.stack.stack.nowMs();
    const { status, body, headers } = await postAs(flow.stack, grant, "/api/grants/token", {
      vaultAddress: vault.address,
    });
    tokens.push(body.token);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      ok: true,
      token: expect.stringMatching(new RegExp(`^sxg_${grant.id}_[0-9a-f]{64}$`)),
      tokenType: "Bearer",
      scope: "trade",
      expiresAt: expect.any(Number),
      message: expect.any(String),
    });
    expect(Math.abs(body.expiresAt - atMs - 3_600_000)).toBeLessThan(60_000);
    const kept = await flow.stack.stack.redis.command([
      "HKEYS",
      `sx:local:grant-tokens:${grant.id}`,
    ]);
    expect(kept).toEqual([sha256(body.token)]);
    expect((await read(vault, body.token)).status).toBe(200);
  });

  test("error: each wrong field is named, and a wider scope than the grant's too", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "propose" });
    for (const [field, wanted] of [
      ["expiresInSec", { expiresInSec: 59 }],
      ["expiresInSec", { expiresInSec: 3_601 }],
      ["expiresInSec", { expiresInSec: "900" }],
      ["scope", { scope: "owner" }],
      ["scope", { scope: "trade" }],
      ["ttl", { ttl: 5 }],
    ] as const) {
      const answer = await postAs(flow.stack, grant, "/api/grants/token", {
        vaultAddress: vault.address,
        ...wanted,
      });
      expect([wanted, answer.status, answer.body.message]).toEqual([
        wanted,
        400,
        expect.stringContaining(field),
      ]);
    }
    const own = await flow.orders.post(vault, "/api/grants/token", {});
    expect([own.status, own.body.message]).toEqual([400, expect.stringContaining("X-Agent-Grant")]);
    const stranger = await postAs(
      flow.stack,
      { id: grant.id, key: generatePrivateKey() },
      "/api/grants/token",
      {
        vaultAddress: vault.address,
      },
    );
    expect(expectRefusal(stranger)).toBe("403 grant_not_valid");
    expect(
      await flow.stack.stack.redis.command(["EXISTS", `sx:local:grant-tokens:${grant.id}`]),
    ).toBe(0);
  });

  test("behavior: acts at every door of its grant, in its name, within its scope", async () => {
    const vault = await flow.readyVault();
    await autonomous(vault);
    const grant = await giveGrant(flow.stack, vault, {
      scope: "trade",
      maxPerDay: "500",
      name: "bot",
    });
    const [all, less] = [await take(vault, grant), await take(vault, grant, { scope: "propose" })];
    const sent = await toolBy(vault, all, "build_vault_swap", swap);
    expect([sent.status, sent.body.execution?.status]).toEqual([200, "confirmed"]);
    const waits = await toolBy(vault, less, "build_vault_swap", swap);
    expect([waits.status, waits.body.execution, waits.body.operationId]).toEqual([
      200,
      undefined,
      expect.any(String),
    ]);
    const overMcp = await mcp(rpc("tools/call", { name: "build_vault_swap", arguments: swap }), {
      ...{ ...bearer(less), "x-vault-address": vault.address, "x-execution-mode": "delegated" },
    });
    expect(overMcp.body.result.structuredContent.operationId).toEqual(expect.any(String));
    const said = await flow.stack.call(
      "POST",
      "/api/chat",
      {
        ...{ vaultAddress: vault.address, chainId: 8453, executionMode: "delegated" },
        messages: [{ role: "user", content: "sell 100 USDC for ETH on uniswap" }],
      },
      bearer(less),
    );
    expect([
      said.status,
      said.body.operationId ?? said.body.toolCalls?.[0]?.result?.operationId,
    ]).toEqual([200, expect.any(String)]);
    const { operations } = (
      await getAs(flow.stack, grant, `/api/operations?vault=${vault.address}`)
    ).body;
    expect(operations.map(({ message }: { message: string }) => message.slice(0, 16))).toEqual(
      Array(3).fill('Your agent "bot"'),
    );
  });

  test("security: a sixth ends the oldest", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {});
    const taken: string[] = [];
    for (let n = 0; n < 6; n++) taken.push(await take(vault, grant));
    const [first = "", ...others] = taken;
    for (const token of others) expect((await read(vault, token)).status).toBe(200);
    const over = await read(vault, first);
    expect([expectRefusal(over), over.body.details, over.headers.get("www-authenticate")]).toEqual([
      "401 token_not_valid",
      { reason: "unknown" },
      metadataAt(),
    ]);
  });

  test("security: ends with its grant, at once, and never outlives it", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {});
    const token = await take(vault, grant);
    expect((await read(vault, token)).status).toBe(200);
    await end(vault, grant.id);
    const over = await read(vault, token);
    expect([expectRefusal(over), over.body.details]).toEqual([
      "401 token_not_valid",
      { reason: "ended" },
    ]);
    const expiresAt = Math.floor(flow.stack.stack.nowMs()) + 120_000;
    const short = await giveGrant(flow.stack, vault, { expiresAt });
    const given = await postAs(flow.stack, short, "/api/grants/token", {
      vaultAddress: vault.address,
    });
    expect(given.body.expiresAt).toBe(expiresAt);
  });

  test("security: what is under way when its grant ends is not signed", async () => {
    const vault = await flow.readyVault();
    await autonomous(vault);
    const grant = await giveGrant(flow.stack, vault, { scope: "trade", maxPerDay: "500" });
    const token = await take(vault, grant);
    let ended: Promise<Answer> | undefined;
    flow.stack.proxies.uniswap.before(async () => {
      ended ??= end(vault, grant.id);
      await ended;
    });
    const answer = await toolBy(vault, token, "build_vault_swap", swap);
    expect((await ended)?.body.changed).toBe(true);
    expect([answer.status, answer.body.error]).not.toEqual([200, undefined]);
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  });
});

describe("what proves nobody", () => {
  test("security: a token beside a signature or other grant, or in a URL, is refused", async () => {
    const vault = await flow.newVault();
    const [grant, other] = [
      await giveGrant(flow.stack, vault, {}),
      await giveGrant(flow.stack, vault, {}),
    ];
    const token = await take(vault, grant);
    const credentials = await flow.stack.credentials(vault.ownerKey);
    const headers = credentialHeaders(credentials);
    const body = { vaultAddress: vault.address, chainId: 8453, arguments: {}, ...credentials };
    const query = new URLSearchParams({
      vaultAddress: vault.address,
      chainId: "8453",
      ...headersAsTexts(credentials),
    });
    for (const refused of [
      read(vault, token, headers),
      read(vault, token, { "x-auth-signature": "0x12" }),
      flow.stack.call("POST", "/api/tools?toolName=list_twap_orders", body, bearer(token)),
      flow.stack.call("GET", `/api/settings/exec-mode?${query}`, undefined, bearer(token)),
      read(vault, token, { "x-agent-grant": other.id }),
      flow.stack.call("GET", `/api/settings?vault=${vault.address}&access_token=${token}`),
      flow.stack.call(
        "GET",
        `/api/settings?vault=${vault.address}&access_token=${token}`,
        undefined,
        headers,
      ),
    ]) {
      const answer = await refused;
      expect(expectRefusal(answer)).toBe("400 invalid_request");
      expect(JSON.stringify(answer.body)).not.toContain(token.slice(-64));
    }
    expect((await read(vault, token, { "x-agent-grant": grant.id })).status).toBe(200);
    expect((await read(vault, token, { "x-operator-address": vault.owner })).status).toBe(200);
  });

  test("security: what is no token is 401 with where they come from; others as ever", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {});
    const token = await take(vault, grant);
    const path = `/api/settings?vault=${vault.address}`;
    const wrong = { reason: "malformed" };
    for (const [value, details] of [
      ["Bearer", wrong],
      ["Bearer x", wrong],
      [`Bearer ${token}0`, wrong],
      [`Bearer ${token.toUpperCase()}`, wrong],
      [`Bearer ${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`, { reason: "unknown" }],
      [`Bearer sxg_${"0".repeat(32)}_${"0".repeat(64)}`, { reason: "unknown" }],
    ] as const) {
      const answer = await flow.stack.call("GET", path, undefined, { authorization: value });
      expect([
        value,
        answer.status,
        answer.body.details,
        answer.headers.get("www-authenticate"),
      ]).toEqual([value, 401, details, metadataAt()]);
    }
    for (const headers of [{}, { authorization: "Basic eDp5" }, { authorization: token }]) {
      const answer = await flow.stack.call(
        "GET",
        path,
        undefined,
        headers as Record<string, string>,
      );
      expect([expectRefusal(answer), answer.headers.get("www-authenticate")]).toEqual([
        "401 auth_required",
        null,
      ]);
    }
    expect(
      (await flow.stack.call("GET", path, undefined, { authorization: `bearer  ${token}` })).status,
    ).toBe(200);
    // Nobody's credentials are looked at there.
    expect((await flow.stack.call("GET", "/api/health", undefined, bearer("x"))).status).toBe(200);
  });

  test("security: over MCP a bad token is 401 from message one; no token is as ever", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {});
    const good = await take(vault, grant);
    const vaultHeader = { "x-vault-address": vault.address };
    const over = `sxg_${grant.id}_${"0".repeat(64)}`;
    const call = rpc("tools/call", { name: "get_vault_limits", arguments: {} });
    const resource = rpc("resources/read", { uri: "sextant://vault/events" });
    for (const message of [
      rpc("initialize", { protocolVersion: "2025-06-18" }),
      rpc("tools/list"),
      call,
      resource,
    ]) {
      for (const at of ["/mcp?pay=http", "/mcp"]) {
        const isUnpaid = at === "/mcp" && message === call;
        // An unpaid call inside MCP is shown its price before anything is read.
        if (isUnpaid) continue;
        const answer = await flow.stack.call("POST", at, message, {
          ...bearer(over),
          ...vaultHeader,
        });
        expect([message.method, at, answer.status, answer.headers.get("www-authenticate")]).toEqual(
          [...[message.method, at, 401], metadataAt("/mcp")],
        );
      }
    }
    const list = await mcp(rpc("tools/list"), {});
    expect((await mcp(rpc("tools/list"), bearer(good))).body).toEqual(list.body);
    const limits = await mcp(call, { ...bearer(good), ...vaultHeader });
    expect(limits.body.result.isError).toBeUndefined();
    const unsigned = await mcp(call, vaultHeader);
    expect([
      unsigned.status,
      unsigned.body.result.isError,
      unsigned.headers.get("www-authenticate"),
    ]).toEqual([...[200, true], null]);
  });

  test("default: RFC 9728's document names resource, token source, no sign-in server", async () => {
    const base = flow.stack.stack.baseUrl;
    for (const path of ["", "/mcp"]) {
      const { status, body } = await flow.stack.call(
        "GET",
        `/.well-known/oauth-protected-resource${path}`,
      );
      expect([status, body]).toEqual([
        200,
        {
          resource: `${base}${path}`,
          resource_name: "Sextant",
          resource_documentation: `${base}/docs#createGrantToken`,
          bearer_methods_supported: ["header"],
          scopes_supported: ["read", "propose", "trade"],
        },
      ]);
    }
    expect((await flow.stack.call("GET", "/docs")).body).toContain('id="createGrantToken"');
  });
});

test("security: a token decides, grants, sets and lasts by itself nowhere", async () => {
  const vault = await flow.readyVault();
  const grant = await giveGrant(flow.stack, vault, { scope: "trade", maxPerDay: "500" });
  const token = await take(vault, grant);
  const { operationId } = (await toolBy(vault, token, "build_vault_swap", swap)).body;
  expect(operationId).toEqual(expect.any(String));
  const place = { vaultAddress: vault.address, chainId: 8453 };
  for (const [path, body] of [
    ["/api/operations/approve", { operationId }],
    ["/api/operations/reject", { operationId }],
    [
      "/api/grants",
      {
        agent: vault.agent,
        scope: "read",
        expiresAt: Math.floor(flow.stack.stack.nowMs()) + 60_000,
      },
    ],
    ["/api/grants/end", { id: grant.id }],
    ["/api/grants/token", {}],
    ["/api/vault/unfreeze", {}],
    ["/api/settings/exec-mode", { mode: "autonomous" }],
    ["/api/telegram/pair", { chatId: "1" }],
  ] as const) {
    const answer = await flow.stack.call("POST", path, { ...place, ...body }, bearer(token));
    expect([path, expectRefusal(answer)]).toEqual([path, "403 grant_forbids"]);
  }
  expect(
    expectRefusal(
      await flow.stack.call("GET", `/api/grants?vault=${vault.address}`, undefined, bearer(token)),
    ),
  ).toBe("403 grant_forbids");
  const part = {
    type: "tool-build_vault_swap",
    toolCallId: "1",
    state: "approval-responded",
    input: {},
  };
  const yes = [
    { role: "assistant", parts: [{ ...part, approval: { id: operationId, approved: true } }] },
  ];
  const said = await flow.stack.call(
    "POST",
    "/api/chat",
    { ...place, messages: yes },
    bearer(token),
  );
  expect([said.status, said.body.error]).toEqual([403, "grant_forbids"]);
  const { operations } = (await getAs(flow.stack, grant, `/api/operations?vault=${vault.address}`))
    .body;
  expect(operations).toMatchObject([{ operationId, status: "waiting" }]);
});

describe("payment", () => {
  test("behavior: a call by a token is paid, its answer kept for that token alone", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {});
    const [token, other] = [await take(vault, grant), await take(vault, grant)];
    const path = "/api/tools?toolName=list_twap_orders";
    const body = { vaultAddress: vault.address, chainId: 8453, arguments: {} };
    const unpaid = await flow.stack.call("POST", path, body, bearer(token), { pay: false });
    expect([unpaid.status, unpaid.body.error]).toEqual([402, "payment_required"]);
    const payment = await flow.stack.payHeaders("POST", path);
    const pay = (headers: Record<string, string>) =>
      flow.stack.call("POST", path, body, { ...payment, ...headers }, { pay: false });
    const first = await pay(bearer(token));
    expect(first.status).toBe(200);
    expect((await pay(bearer(token))).body).toEqual(first.body);
    expect(expectRefusal(await pay(bearer(other)))).toBe("409 payment_reused");
    expect(expectRefusal(await pay({}))).toBe("409 payment_reused");
    await end(vault, grant.id);
    expect(expectRefusal(await pay(bearer(token)))).toBe("401 token_not_valid");
  });

  test("security: a bad token is refused before its payment is looked at", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {});
    const path = "/api/tools?toolName=list_twap_orders";
    const payment = await flow.stack.payHeaders("POST", path);
    flow.stack.proxies.facilitator.reset();
    const over = await flow.stack.call(
      ...(["POST", path, { vaultAddress: vault.address, chainId: 8453, arguments: {} }] as const),
      { ...payment, ...bearer(`sxg_${grant.id}_${"0".repeat(64)}`) },
      { pay: false },
    );
    expect([expectRefusal(over), flow.stack.proxies.facilitator.log().length]).toEqual([
      "401 token_not_valid",
      0,
    ]);
  });
});

test("security: no token stands in the store, in a log or in an audit entry", async () => {
  expect(tokens.length).toBeGreaterThan(10);
  const seen = [
    JSON.stringify(await dumpRedis(flow.stack.stack.redis)),
    readFileSync(join(logDir, "worker.log"), "utf8"),
  ];
  expect(seen[1]?.length).toBeGreaterThan(0);
  for (const token of tokens)
    for (const text of seen) {
      expect(text.includes(token)).toBe(false);
      expect(text.includes(token.slice(-64))).toBe(false);
    }
});

const headersAsTexts = (credentials: object) =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, String(value)]));
