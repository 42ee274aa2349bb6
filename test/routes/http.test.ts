import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestStack, type TestStack } from "../support/test-stack.ts";

const LIMIT = 256 * 1024;
const PATHS = routes.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
const METHODS_OF: Record<string, string> = {
  "/api/settings/exec-mode": "GET, POST",
  "/api/settings/limits": "GET, POST",
  "/api/webhooks": "POST, GET",
  "/api/events": "GET",
  "/api/twap-order": "GET",
  "/api/twap-order/quality": "GET",
  "/api/tools": "GET, POST",
  "/api/tools/call": "GET",
  "/api/quote": "GET",
  "/api/quote/0x": "GET",
  "/api/quote/aggregator": "GET",
  "/api/strategy-events": "GET",
  "/api/settings": "GET",
  "/api/orders": "GET",
  "/api/operations": "GET",
  "/api/vault": "GET",
  "/api/vault/trades": "GET",
  "/api/vault/history": "GET",
  "/api/vault/balances": "GET",
  "/api/vault/ready": "GET",
  "/api/audit": "GET",
  "/api/audit/csv": "GET",
  "/": "GET",
  "/favicon.ico": "GET",
  "/robots.txt": "GET",
  "/.well-known/security.txt": "GET",
  "/.well-known/oauth-protected-resource": "GET",
  "/.well-known/oauth-protected-resource/mcp": "GET",
  "/openapi.json": "GET",
  "/docs": "GET",
  "/.well-known/x402": "GET",
  "/llms.txt": "GET",
  "/skill.md": "GET",
  "/.well-known/agent-skills/index.json": "GET",
  "/api/health": "GET",
  "/api/grants": "POST, GET",
};

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

const raw = (method: string, path: string, body = "", headers: Record<string, string> = {}) =>
  rawRequest(stack.stack.baseUrl, { method, path, body, headers });
const networkCalls = () =>
  Object.values(stack.proxies).reduce((sum, proxy) => sum + proxy.log().length, 0);

describe("methods", () => {
  test.each([...new Set(PATHS)])(
    "error: %s answers 405 with Allow to every other method, HEAD among them",
    async (path) => {
      const allowed = METHODS_OF[path] ?? "POST";
      for (const method of ["HEAD", "PUT", "DELETE", "PATCH", "GET", "POST"].filter(
        (one) => !allowed.includes(one),
      )) {
        const answer = await raw(method, path);
        expect([method, answer.status, answer.headers.get("allow")]).toEqual([
          method,
          405,
          allowed,
        ]);
        if (method === "HEAD") expect(answer.body).toBeNull();
        else expect(expectRefusal(answer)).toBe("405 method_not_allowed");
        expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      }
    },
  );

  test.each([...new Set(PATHS), "/api/nothing"])(
    "default: OPTIONS %s is 204 with the headers of decision D12, and runs nothing",
    async (path) => {
      for (const proxy of Object.values(stack.proxies)) proxy.reset();
      const answer = await raw("OPTIONS", path, "", {
        origin: "https://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-payment, content-type",
      });
      expect([answer.status, answer.body]).toEqual([204, null]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(listed(answer.headers.get("access-control-allow-headers"))).toEqual(
        [
          ...[
            "x-payment",
            "payment-signature",
            "idempotency-key",
            "x-operator-address",
            "x-auth-signature",
          ],
          ...[
            "x-auth-timestamp",
            "authorization",
            "x-vault-address",
            "sign-in-with-x",
            "access-control-expose-headers",
            "content-type",
          ],
          ...[
            "mcp-protocol-version",
            "mcp-method",
            "mcp-name",
            "x-execution-mode",
            "x-agent-grant",
            "last-event-id",
          ],
          // Decision D68: what an MCP client in a browser asks for fewer tools by.
          ...["x-mcp-toolsets", "x-mcp-tools", "x-mcp-exclude-tools", "x-mcp-readonly"],
        ].sort(),
      );
      expect(listed(answer.headers.get("access-control-allow-methods"))).toEqual([
        "get",
        "options",
        "post",
      ]);
      expect(networkCalls()).toBe(0);
    },
  );

  test("default: answers, refusals open to any origin, exposing decision D12 headers", async () => {
    for (const path of ["/api/tools", "/api/quote", "/api/nothing"]) {
      const answer = await raw("GET", path, "", { origin: "https://app.example" });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(listed(answer.headers.get("access-control-expose-headers"))).toEqual(
        [
          ...[
            "payment-required",
            "payment-response",
            "x-payment-response",
            "retry-after",
            "x-request-id",
            "date",
          ],
          // By which a client in a browser learns where tokens come from.
          "www-authenticate",
        ].sort(),
      );
      // In whole seconds.
      const aheadMs = Date.parse(answer.headers.get("date") ?? "") - stack.stack.nowMs();
      expect(Math.abs(aheadMs)).toBeLessThan(60_000);
    }
  });
});

const listed = (text: string | null): string[] =>
  (text ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .sort();

describe("paths", () => {
  test.each([
    "/x",
    "/api",
    "/api/",
    "/.well-known/",
    "/api/chats",
    "/api/quote/1inch",
    "/api/tools/swap",
  ])("error: %s is 404", async (path) => {
    expect(expectRefusal(await raw("GET", path))).toBe("404 not_found");
    expect(expectRefusal(await raw("POST", path, "{not json"))).toBe("404 not_found");
    expect((await raw("HEAD", path)).status).toBe(404);
  });

  test.each(PATHS)("error: %s has no second spelling", async (path) => {
    const method = METHODS_OF[path] === undefined ? "POST" : "GET";
    const last = path.lastIndexOf("/");
    const others = [
      `${path}/`,
      `/${path}`,
      path.replace("/api/", "/api//"),
      `${path.slice(0, last)}%2f${path.slice(last + 1)}`,
      path.replace("/api/", "/API/"),
      `${path};x=1`,
      `${path}%00`,
      `${path}%20`,
      `${path}%`,
      `${path}/..%2f`,
      // Of a path at the root or outside /api some of these are no spelling at all, or none of
      // another path.
    ].filter((other) => other !== path && other.startsWith("/"));
    for (const other of others)
      expect([other, expectRefusal(await raw(method, other))]).toEqual([other, "404 not_found"]);
  });

  test("behavior: the neutral names of the two venues answer as the real ones", async () => {
    const query = "?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000";
    const real = await stack.call("GET", `/api/quote/0x${query}`);
    const alias = await stack.call("GET", `/api/quote/aggregator${query}`);
    expect([real.status, alias.status]).toEqual([200, 200]);
    expect(alias.body.buyAmount).toBe(real.body.buyAmount);
    const body = { amount: "1000000000000000000", tokenIn: "ETH", tokenOut: "USDC" };
    const pool = await stack.call("POST", "/api/quote/uniswap", body);
    const poolAlias = await stack.call("POST", "/api/quote/pool_dex", body);
    expect([pool.status, poolAlias.status]).toEqual([200, 200]);
    expect(poolAlias.body.quote.output.amount).toBe(pool.body.quote.output.amount);
  });
});

describe("order of refusals (decision D11)", () => {
  const huge = "x".repeat(LIMIT + 1);

  test("error: 413 comes before 404, 405 and everything in the body", async () => {
    for (const [method, path] of [
      ["POST", "/api/nothing"],
      ["POST", "/api/quote"],
      ["PUT", "/api/tools"],
      ["POST", "/api/settings/slippage"],
    ]) {
      expect(expectRefusal(await raw(method!, path!, huge))).toBe("413 body_too_large");
    }
  });

  test("error: 404 and 405 come before the syntax of the body and the credentials", async () => {
    expect(expectRefusal(await raw("POST", "/api/nothing", "{not json"))).toBe("404 not_found");
    expect(expectRefusal(await raw("POST", "/api/quote", "{not json"))).toBe(
      "405 method_not_allowed",
    );
    expect(expectRefusal(await raw("DELETE", "/api/settings/slippage", "{not json"))).toBe(
      "405 method_not_allowed",
    );
  });

  test("error: of a request wrong in every way, each mended fault shows the next", async () => {
    const vault = await stack.newVault();
    const stranger = await stack.credentials(generatePrivateKey());
    const owner = await stack.credentials(vault.ownerKey);
    const unknownVault = `0x${"12".repeat(20)}`;
    const path = "/api/tools?toolName=cancel_twap_order";
    const steps: [string, unknown, string][] = [
      [path, "{not json", "400 invalid_json"],
      [
        path,
        { chainId: 5, vaultAddress: unknownVault, arguments: { id: 7 } },
        "400 invalid_request",
      ],
      [
        "/api/tools?toolName=nope",
        { vaultAddress: unknownVault, arguments: { id: -7 } },
        "400 unknown_tool",
      ],
      [
        path,
        { vaultAddress: unknownVault, arguments: { id: -7 }, authSignature: "x" },
        "400 invalid_request",
      ],
      [path, { arguments: { id: 7 }, authSignature: "x" }, "400 invalid_request"],
      [path, { vaultAddress: unknownVault, arguments: { id: 7 } }, "401 auth_required"],
      [
        path,
        { vaultAddress: unknownVault, arguments: { id: 7 }, ...stranger, authSignature: "x" },
        "401 auth_malformed",
      ],
      [
        path,
        {
          vaultAddress: unknownVault,
          arguments: { id: 7 },
          ...stranger,
          operatorAddress: owner.operatorAddress,
        },
        "401 auth_signature_mismatch",
      ],
      [
        path,
        { vaultAddress: unknownVault, arguments: { id: 7 }, ...stranger },
        "403 unknown_vault",
      ],
      [
        path,
        { vaultAddress: vault.address, arguments: { id: 7 }, ...stranger },
        "403 not_vault_owner",
      ],
      [
        path,
        { vaultAddress: vault.address, arguments: { id: 7 }, ...owner },
        "400 twap_order_not_found",
      ],
    ];
    for (const [where, body, expected] of steps) {
      expect([body, expectRefusal(await stack.call("POST", where, body))]).toEqual([
        body,
        expected,
      ]);
    }
    const done = await stack.call("POST", path, {
      vaultAddress: vault.address,
      arguments: { id: 0 },
      ...owner,
    });
    expect([done.status, done.body.tool]).toEqual([200, "cancel_twap_order"]);
  });

  test("error: a settings value is part of the body, so it comes before credentials", async () => {
    const vault = await stack.newVault();
    const body = { vaultAddress: vault.address, chainId: 8453, slippage: "9%" };
    const stranger = await stack.credentials(generatePrivateKey());
    for (const credentials of [{}, { ...stranger, authSignature: "x" }, stranger]) {
      expect(
        expectRefusal(
          await stack.call("POST", "/api/settings/slippage", { ...body, ...credentials }),
        ),
      ).toBe("400 invalid_request");
    }
    const good = { ...body, slippage: "1%" };
    expect(expectRefusal(await stack.call("POST", "/api/settings/slippage", good))).toBe(
      "401 auth_required",
    );
    expect(
      expectRefusal(await stack.call("POST", "/api/settings/slippage", { ...good, ...stranger })),
    ).toBe("403 not_vault_owner");
  });

  test("error: the vault refuses after ownership, whatever the tool would say", async () => {
    const vault = await stack.newVault({ supply: 0n, fund: {} });
    const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1000000", dex: "uniswap" };
    const stranger = await stack.credentials(generatePrivateKey());
    const ask = (extra: object) =>
      stack.call("POST", "/api/tools?toolName=build_vault_swap", {
        vaultAddress: vault.address,
        arguments: swap,
        ...extra,
      });
    expect(expectRefusal(await ask(stranger))).toBe("403 not_vault_owner");
    expect(expectRefusal(await ask({ executionMode: "delegated" }))).toBe("401 auth_required");
    expect(expectRefusal(await ask({}))).toBe("400 insufficient_balance");
    expect(
      expectRefusal(await ask({ vaultAddress: privateKeyToAccount(generatePrivateKey()).address })),
    ).toBe("403 unknown_vault");
  });

  test("behavior: a caller without credentials makes an operator tool read nothing", async () => {
    const vault = await stack.newVault();
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    for (const [tool, args] of [
      ["setup_delegation", {}],
      ["revoke_selectors", { selectors: ["exec"] }],
      ["list_twap_orders", {}],
      ["set_default_slippage", { slippage: "1%" }],
    ] as const) {
      const body = { vaultAddress: vault.address, arguments: args };
      expect(expectRefusal(await stack.call("POST", `/api/tools?toolName=${tool}`, body))).toBe(
        "401 auth_required",
      );
    }
    // The payment is verified, claimed and released around each; nothing of the vault is read.
    const { rpc, "0x": zerox, uniswap, redis, facilitator } = stack.proxies;
    expect([rpc, zerox, uniswap].flatMap((proxy) => proxy.log())).toEqual([]);
    expect([redis.log().length, facilitator.log().length]).toEqual([2 * 4, 4]);
  });
});
