import { createHash } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import { setWorkerClock } from "../../local/stack/set-worker-clock.ts";
import type { OpenapiDocument } from "../../schemas/openapi-document.ts";
import { PRICE_TABLE } from "../../schemas/price-table.ts";
import { createSextantClient } from "../../src/client/create-sextant-client.ts";
import { SextantError } from "../../src/client/sextant-error.ts";
import { TOOLS } from "../../src/tables/registry.ts";
import { getSwapQuote } from "../../src/tools/get-swap-quote.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { readOffer } from "../support/read-offer.ts";
import { startTestStack, type TestStack } from "../support/test-stack.ts";
import { validateAnswer } from "../support/validate-answer.ts";

let stack: TestStack;
let document: OpenapiDocument;
beforeAll(async () => {
  stack = await startTestStack();
  document = (await stack.call("GET", "/openapi.json")).body;
});
afterEach(() => {
  for (const proxy of Object.values(stack.proxies)) proxy.clearHooks();
});
afterAll(() => stack?.stop());

const PAGES = [
  ["/", "text/html; charset=utf-8"],
  ["/favicon.ico", "image/svg+xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/.well-known/security.txt", "text/plain; charset=utf-8"],
  ["/openapi.json", "application/json"],
  ["/docs", "text/html; charset=utf-8"],
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/skill.md", "text/markdown; charset=utf-8"],
  ["/.well-known/agent-skills/index.json", "application/json"],
  ["/.well-known/x402", "application/json"],
  ["/api/health", "application/json"],
] as const;
const networkCalls = () =>
  Object.values(stack.proxies).reduce((sum, proxy) => sum + proxy.log().length, 0);

test.each(PAGES)(
  "default: GET %s is served to any caller, as %s, and is what the document says",
  async (path, type) => {
    const answer = await stack.call("GET", path, undefined, {}, { pay: false });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(validateAnswer(document, "GET", path, answer)).toEqual([]);
  },
);

test("default: a skill installer finds the skill, and gets what the index digests", async () => {
  const { skills } = (await stack.call("GET", "/.well-known/agent-skills/index.json")).body;
  expect(skills.map(({ name, type }: any) => [name, type])).toEqual([["sextant", "skill-md"]]);
  const text = await (await fetch(skills[0].url)).text();
  expect(skills[0].digest).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
  expect(text).toContain(`description: ${skills[0].description}\n`);
  expect(text).toContain(`export SEXTANT_URL=${stack.stack.baseUrl}\n`);
});

test("behavior: descriptions make no request: there when everything else is down", async () => {
  for (const proxy of Object.values(stack.proxies)) proxy.reset();
  for (const [path] of PAGES.slice(0, -1)) expect((await stack.call("GET", path)).status).toBe(200);
  expect(networkCalls()).toBe(0);
});

test("default: the document validates independently, names its address and prices", async () => {
  expect(await new Validator().validate(structuredClone(document) as any)).toEqual({ valid: true });
  expect(document.servers).toEqual([{ url: stack.stack.baseUrl }]);
  expect(document.paths["/api/quote"]?.get?.["x-price-usdc"]).toBe("0.0020");
});

test("default: one version is told at every door; security.txt names the service", async () => {
  const [home, docs, health, mcp, security] = await Promise.all([
    stack.call("GET", "/"),
    stack.call("GET", "/docs"),
    stack.call("GET", "/api/health"),
    stack.call("POST", "/mcp", {
      ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    }),
    stack.call("GET", "/.well-known/security.txt"),
  ]);
  expect(document.info.version).toBe("1.0.0");
  for (const { body } of [home, docs]) expect(body).toContain("Version 1.0.0");
  expect([health.body.version, mcp.body.result.serverInfo.version]).toEqual(["1.0.0", "1.0.0"]);
  expect(home.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; .*img-src 'self'$/,
  );
  expect(security.body).toContain(`Canonical: ${stack.stack.baseUrl}/.well-known/security.txt\n`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(security.body)![1]!);
  expect(expires).toBeGreaterThan(stack.stack.nowMs());
  expect(expires).toBeLessThan(stack.stack.nowMs() + 365 * 86_400_000);
});

test("default: the page may run nothing and no page may frame it", async () => {
  const { headers, body } = await stack.call("GET", "/docs");
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(body).toContain(`${stack.stack.baseUrl}/api/quote`);
  expect(body).not.toContain("<script");
});

describe("GET /.well-known/x402", () => {
  test("behavior: its terms are those of each route's own 402, in both generations", async () => {
    const { body } = await stack.call("GET", "/.well-known/x402");
    const paid = routes.filter(({ price }) => price !== "free");
    const ofRoutes = body.items.filter((item: any) => item.tool === undefined);
    expect(ofRoutes.map((item: any) => item.operationId)).toEqual(
      paid.map(({ operationId }) => operationId),
    );
    const ofTools = body.items.filter((item: any) => item.tool !== undefined);
    expect(ofTools.map((item: any) => item.tool)).toEqual(
      // This stack has a node of chain 8453 alone.
      TOOLS.filter(({ chain = 8453 }) => chain === 8453).map(({ name }) => name),
    );
    expect(new Set(body.resources)).toEqual(new Set(body.items.map((item: any) => item.resource)));
    for (const { method, resource, operationId, v1, v2, priceUsdc } of body.items) {
      const { pathname, search } = new URL(resource);
      const path = pathname + search;
      // Of MCP only a call of a tool costs anything, so its own example is what is sent.
      const example = paid.find((route) => route.operationId === operationId)?.examples?.body;
      const bare = await stack.call(method, path, example, {}, { pay: false });
      expect(bare.status).toBe(402);
      expect(v2.accepts).toEqual([readOffer(bare.headers)]);
      const { outputSchema: _, ...offered } = bare.body.accepts[0];
      // A call over MCP names its tool, and is described by it.
      const described = operationId === "mcp" ? { description: getSwapQuote.description } : {};
      expect(offered).toMatchObject({ ...v1.accepts[0], ...described, resource: offered.resource });
      expect(Object.values(PRICE_TABLE).map(({ usdc }) => usdc)).toContain(priceUsdc);
      expect(BigInt(v2.accepts[0].amount)).toBe(BigInt(priceUsdc.replace(".", "").padEnd(7, "0")));
    }
  });
});

describe("GET /api/health", () => {
  /** What was seen is remembered for five seconds. */
  const look = async () => {
    await stack.advance(6_000);
    return stack.call("GET", "/api/health");
  };

  test("default: every dependency by its word, and not a name or an address more", async () => {
    const { status, body, headers } = await look();
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      ok: true,
      version: "1.0.0",
      dependencies: {
        store: "ok",
        facilitator: "ok",
        schedule: "ok",
        chain_8453: "ok",
        venue_0x: "ok",
        venue_uniswap: "ok",
      },
      scheduler: {
        status: "ok",
        lastTickAt: Number(await stack.stack.redis.command(["GET", "sx:local:last-tick"])),
      },
      webhooks: { failing: 0, off: 0 },
      bazaar: { success: null, processing: null, rejected: null },
    });
    expect(Math.abs(body.scheduler.lastTickAt - stack.stack.nowMs())).toBeLessThan(60_000);
  });

  test("behavior: the facilitator's catalogue of a paid resource, paid all the same", async () => {
    const path = "/api/tools?toolName=switch_chain";
    const call = (headers = {}) =>
      stack.call("POST", path, { arguments: { chain: "base" } }, headers, { pay: false });
    const required = (await call()).headers.get("payment-required")!;
    const { extensions } = JSON.parse(Buffer.from(required, "base64").toString());
    const pay = async () => {
      const { header } = await stack.payment("POST", "/api/tools", { payload: { extensions } });
      expect((await call({ "payment-signature": header })).status).toBe(200);
      return (await look()).body.bazaar;
    };
    expect(await pay()).toEqual({ success: expect.any(Number), processing: null, rejected: null });
    extensions.bazaar.info.input.method = "BREW";
    const { success, rejected } = await pay();
    expect(rejected).toBeGreaterThan(success);
  });

  test("behavior: a chain or facilitator that is down is said so, the service is up", async () => {
    stack.proxies.facilitator.before(async () => "drop");
    stack.proxies.rpc.before(async () => ({ status: 500, headers: {}, body: "" }) as never);
    const { status, body } = await look();
    expect(status).toBe(200);
    expect(body.dependencies).toMatchObject({
      store: "ok",
      facilitator: "down",
      chain_8453: "down",
    });
  });

  test("error: without the store it is 503 with the same words", async () => {
    stack.proxies.redis.before(async () => "drop");
    // The tick of `advance` needs the store.
    await setWorkerClock(stack.stack.baseUrl, stack.stack.nowMs() + 6_000);
    const answer = await stack.call("GET", "/api/health");
    expect(expectRefusal(answer)).toBe("503 store_unavailable");
    expect(answer.body.details).toMatchObject({ store: "down", chain_8453: "ok" });
    expect(validateAnswer(document, "GET", "/api/health", answer)).toEqual([]);
  });

  test("behavior: a dependency that hangs is down after two seconds", async () => {
    const released = Promise.withResolvers<void>();
    stack.proxies.rpc.before(() => released.promise);
    await setWorkerClock(stack.stack.baseUrl, stack.stack.nowMs() + 20_000);
    const startMs = performance.now();
    const { body } = await stack.call("GET", "/api/health");
    const tookMs = performance.now() - startMs;
    // It answered although the node has not.
    released.resolve();
    expect(body.dependencies.chain_8453).toBe("down");
    expect(tookMs).toBeGreaterThan(1_900);
  });

  test("behavior: polling it does not poll what stands behind it", async () => {
    await look();
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    for (let count = 0; count < 3; count += 1) await stack.call("GET", "/api/health");
    expect(networkCalls()).toBe(0);
  });
});

describe("the typed client", () => {
  const client = (pay: boolean) =>
    createSextantClient({
      baseUrl: stack.stack.baseUrl,
      fetch: async (url, init) => {
        const { pathname, search } = new URL(url);
        const paid = pay ? await stack.payHeaders(init.method ?? "GET", pathname + search) : {};
        return fetch(url, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), ...paid },
        });
      },
    });

  test("default: it asks for the tools, a quote and the state of things", async () => {
    const { tools, toolCount } = await client(true).listTools();
    expect([tools.length, toolCount > 10]).toEqual([toolCount, true]);
    const quote = await client(true).getQuote({ query: { sell: "ETH", buy: "USDC", amount: "1" } });
    expect(BigInt(quote.buyAmount)).toBeGreaterThan(0n);
    expect((await client(false).getHealth()).ok).toBe(true);
  });

  test("error: a refusal arrives with its code", async () => {
    const error = await client(false)
      .listTools()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SextantError);
    expect(error).toMatchObject({ status: 402, code: "payment_required" });
  });

  test("default: an operator's setting, by owner and by stranger", async () => {
    const vault = await stack.newVault();
    const body = { vaultAddress: vault.address, chainId: 8453 as const, slippage: "0.5%" };
    const signed = await stack.credentials(vault.ownerKey);
    expect(await client(false).setSlippage({ body: { ...body, ...signed } })).toMatchObject({
      ok: true,
    });
    await expect(client(false).setSlippage({ body })).rejects.toMatchObject({
      status: 401,
      code: "auth_required",
    });
    const query = { vaultAddress: vault.address, chainId: 8453, ...signed };
    expect(await client(false).getExecMode({ query })).toEqual({ ok: true, mode: "confirm" });
  });
});

describe("real answers against the document", () => {
  test("behavior: the errors that any route meets are described", async () => {
    const cases: [string, string, unknown?][] = [
      ["GET", "/api/quote?sell=ETH"],
      ["GET", "/api/quote/aggregator"],
      ["POST", "/api/settings/slippage", {}],
      ["POST", "/api/settings/slippage", "{"],
      ["POST", "/api/tools?toolName=nope", {}],
      ["GET", "/api/nothing"],
      ["DELETE", "/api/quote"],
      ["POST", "/docs", {}],
    ];
    for (const [method, path, body] of cases) {
      for (const pay of [{}, { pay: false as const }]) {
        const answer = await stack.call(method, path, body, {}, pay);
        expect(validateAnswer(document, method, path, answer)).toEqual([]);
      }
    }
  });

  test("error: what the document does not say is found", async () => {
    const answer = await stack.call("GET", "/api/health");
    const wrong = (change: object) =>
      validateAnswer(document, "GET", "/api/health", { ...answer, ...change });
    expect(wrong({ status: 418 })).toEqual(["GET /api/health: 418 is not described"]);
    expect(wrong({ body: { ok: false } })).not.toEqual([]);
    expect(wrong({ headers: new Headers({ "content-type": "text/html" }) })).toEqual([
      "GET /api/health 200: the type text/html is not described",
      "GET /api/health 200: the header x-request-id is missing",
    ]);
    expect(validateAnswer(document, "GET", "/api/nothing", answer)).toEqual([
      "GET /api/nothing: 200 is not described",
    ]);
  });
});
