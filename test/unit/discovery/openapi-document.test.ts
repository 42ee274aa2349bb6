import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import { openapiDocument } from "../../../schemas/documents/openapi-document.ts";
import { ERROR_CODES } from "../../../schemas/error-codes.ts";
import { byHand } from "../../support/by-hand.ts";
import { described, operationsOf, PRICES } from "./described.ts";

const document = described();
const operations = operationsOf(document);
const named = (operationId: string) =>
  operations.find(({ operation }) => operation.operationId === operationId)!;
const refsOf = (operationId: string) =>
  named(operationId)
    .operation.parameters.map(({ $ref }) => String($ref).split("/").at(-1))
    .filter((name) => name !== "undefined");

test("default: an independent validator accepts it as OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(described() as any)).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect([document.openapi, document.info.version]).toEqual(["3.1.0", "1.0.0"]);
  expect(document.servers).toEqual([{ url: "https://api.example" }]);
});

test("default: the settings routes have the operation ids of the spec", () => {
  const settings = operations.filter(({ path }) => path.startsWith("/api/settings/"));
  expect(
    Object.fromEntries(
      settings.map(({ method, path, operation }) => [`${method} ${path}`, operation.operationId]),
    ),
  ).toEqual({
    // What the chat and the messaging channel brought.
    "post /api/settings/loss-budget": "setLossBudget",
    // What perpetuals brought.
    "post /api/settings/perp-limits": "setPerpLimits",
    // By which signature what programs send is approved.
    "post /api/settings/approve-with": "setApproveWith",
    // What bounds a vault's calls.
    "get /api/settings/limits": "getLimits",
    "post /api/settings/limits": "setLimits",
    "post /api/settings/slippage": "setSlippage",
    "post /api/settings/sync-tolerance": "setSyncTolerance",
    "post /api/settings/swap-shield": "setSwapShieldTolerance",
    "post /api/settings/nav-shield": "setNavShieldThreshold",
    "get /api/settings/exec-mode": "getExecMode",
    "post /api/settings/exec-mode": "setExecMode",
  });
});

test("behavior: every route that callers may use is in it, once, and no other", () => {
  const expected = routes.filter((route) => route.isInternal !== true);
  expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    expected.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
    expected.length,
  );
  expect(JSON.stringify(document)).not.toContain("/api/internal");
  const groups = new Set(document.tags.map(({ name }) => name));
  for (const { operation } of operations)
    expect(operation.tags.filter((tag) => groups.has(tag))).toHaveLength(1);
});

test("default: toolName is one of the spec's names that work, or an alias", () => {
  const [toolName] = named("callTool").operation.parameters.filter(
    ({ name }) => name === "toolName",
  );
  const { enum: names, type } = toolName!.schema as { enum: string[]; type: string };
  expect([type, [...names].sort()]).toEqual([
    "string",
    [
      ...[
        "build_vault_swap",
        "execute_swap",
        "get_quote",
        "get_swap_quote",
        "quote",
        "swap",
        "swap_tokens",
        "trade",
      ],
      ...[
        "cancel_twap_order",
        "create_twap_order",
        "list_strategies",
        "list_twap_orders",
        "pause_twap_order",
      ],
      "get_twap_order",
      ...[
        "check_delegation_status",
        "check_readiness",
        "edit_twap_order",
        "resume_twap_order",
        "skip_twap_slice",
        "revoke_delegation",
        "revoke_selectors",
        "setup_delegation",
        "list_grants",
        "end_grant",
      ],
      ...[
        "disable_swap_shield",
        "enable_swap_shield",
        "get_token_balance",
        "get_vault_info",
        "set_default_slippage",
      ],
      ...["set_swap_shield_tolerance", "switch_chain", "freeze_vault", "refresh_oracle_feed"],
      ...["get_vault_limits", "set_vault_limits", "get_vault_overview", "get_vault_history"],
      "get_order_quality",
      "get_vault_trades",
      ...[
        "get_pool_info",
        "get_lp_positions",
        "add_liquidity",
        "remove_liquidity",
        "collect_lp_fees",
      ],
      ...["burn_position", "build_lp_add", "build_lp_remove"],
      ...["gov_stake", "grg_stake", "stake_grg", "gov_undelegate_stake", "grg_undelegate_stake"],
      ...["deploy_smart_pool", "fund_pool", "redeem_pool"],
      ...["create_nav_sync", "list_nav_syncs", "cancel_nav_sync"],
      ...["create_trigger_order", "list_trigger_orders", "cancel_trigger_order"],
      ...[
        "get_crosschain_quote",
        "get_aggregated_nav",
        "get_rebalance_plan",
        "verify_bridge_arrival",
      ],
      ...[
        "gov_unstake",
        "grg_unstake",
        "gov_claim_rewards",
        "grg_claim_rewards",
        "gov_end_epoch",
        "grg_end_epoch",
      ],
      ...["crosschain_transfer", "crosschain_sync", "bridge_tokens", "sync_tokens", "equalize_nav"],
      ...[
        ...[
          "get_positions",
          "get_markets",
          "increase_position",
          "decrease_position",
          "cancel_order",
        ],
        ...["update_order", "claim_funding_fees"],
      ].flatMap((name) => [`perp_a_${name}`, `gmx_${name}`]),
      ...[
        "get_positions",
        "get_markets",
        "deposit",
        "limit_order",
        "cancel_order",
        "usd_class_transfer",
        "spot_send",
      ].flatMap((name) => [`perp_b_${name}`, `hyperliquid_${name}`]),
      ...Object.keys(byHand.declared),
    ].sort(),
  ]);
  // The name is not the parser's to refuse: what does not exist is unknown_tool (decision D11).
  const { query } = routes.find(({ operationId }) => operationId === "callTool")!;
  expect(query.safeParse({ toolName: "perp_a_get_markets" }).success).toBe(true);
});

describe("examples", () => {
  const check = (schema: unknown, example: unknown, label: string) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const validate = ajv.compile({ ...(schema as object), components: document.components });
    expect([label, validate(example), validate.errors]).toEqual([label, true, null]);
  };

  test.each(operations.map((one) => [one.operation.operationId, one] as const))(
    "default: of %s fit its schemas",
    (_, { operation }) => {
      for (const { name, schema, example } of operation.parameters)
        if (example !== undefined) check(schema, example, String(name));
      const body = operation.requestBody?.content["application/json"];
      if (body !== undefined) {
        expect(body.example).toBeDefined();
        check(body.schema, body.example, "body");
      }
      for (const [type, { schema, example }] of Object.entries<any>(
        operation.responses[200]?.content ?? {},
      )) {
        if (type === "application/json") expect(example).toBeDefined();
        if (example !== undefined) check(schema, example, "response");
      }
      for (const { in: where, required, example } of operation.parameters)
        if (where === "query" && required) expect(example).toBeDefined();
    },
  );

  test.each(
    routes
      .filter((route) => route.examples !== undefined)
      .map((route) => [route.operationId, route] as const),
  )("default: of %s are what the route itself reads and answers", (_, route) => {
    const { query, body, response } = route.examples!;
    if (query !== undefined) expect(route.query.safeParse(query).error).toBeUndefined();
    if (body !== undefined) expect(route.body.safeParse(body).error).toBeUndefined();
    expect(route.output.parse(response)).toEqual(response);
  });
});

describe("payment", () => {
  const paid = routes.filter(({ price }) => price !== "free");

  test.each(paid.map((route) => [route.operationId, route] as const))(
    "default: %s says price, headers and 402",
    (operationId, route) => {
      const { operation } = named(operationId);
      expect(operation["x-price-usdc"]).toBe(PRICES[route.price]);
      expect(refsOf(operationId)).toEqual(
        expect.arrayContaining(["X-Payment", "PAYMENT-SIGNATURE"]),
      );
      expect(operation.responses[402]).toEqual({ $ref: "#/components/responses/PaymentRequired" });
      expect(Object.keys(operation.responses[200]?.headers as object)).toEqual([
        "X-Request-Id",
        "PAYMENT-RESPONSE",
        "X-PAYMENT-RESPONSE",
      ]);
    },
  );

  test("default: prices are those of the configuration, not of the table", () => {
    const other = openapiDocument({
      routes,
      prices: { ...PRICES, quote: "0.5" },
      baseUrl: "https://x.example",
      choices: {},
    });
    expect(other.paths["/api/quote"]?.get?.["x-price-usdc"]).toBe("0.5");
  });

  test("behavior: a free route asks for no payment", () => {
    for (const { operationId } of routes.filter(
      (route) => route.price === "free" && !route.isInternal,
    )) {
      expect(named(operationId).operation["x-price-usdc"]).toBe("0");
      expect(refsOf(operationId)).not.toContain("X-Payment");
      expect(named(operationId).operation.responses[402]).toBeUndefined();
    }
  });

  test("default: only two venue quote routes and own reads describe header credentials", () => {
    const session = operations.filter(({ operation }) =>
      refsOf(operation.operationId).includes("X-Auth-Signature"),
    );
    expect(session.map(({ path }) => path).sort()).toEqual([
      ...[
        "/api/audit",
        "/api/audit/csv",
        "/api/events",
        "/api/grants",
        "/api/operations",
        "/api/orders",
      ],
      ...[
        "/api/quote/0x",
        "/api/quote/uniswap",
        "/api/settings",
        "/api/settings/exec-mode",
        "/api/settings/limits",
      ],
      ...[
        "/api/strategy-events",
        "/api/twap-order",
        "/api/twap-order/quality",
        "/api/vault",
        "/api/vault/balances",
        "/api/vault/history",
        "/api/vault/ready",
        "/api/vault/trades",
        "/api/webhooks",
      ],
    ]);
  });

  test("default: the 402 is a refusal and an offer at once", () => {
    const ajv = new Ajv2020({ strict: false });
    const schema = (document.components.responses.PaymentRequired as any).content[
      "application/json"
    ].schema;
    const validate = ajv.compile({ ...schema, components: document.components });
    const accepts = [
      {
        scheme: "exact",
        network: "base",
        maxAmountRequired: "2000",
        resource: "https://api.example/api/quote",
        payTo: "0x1",
        maxTimeoutSeconds: 300,
        asset: "0x2",
      },
    ];
    expect(validate({ error: "payment_required", message: "Pay.", x402Version: 1, accepts })).toBe(
      true,
    );
    expect(validate({ x402Version: 1, accepts })).toBe(false);
    expect(validate({ error: "payment_required", message: "Pay." })).toBe(false);
    expect(validate({ error: "not_found", message: "Pay.", x402Version: 1, accepts })).toBe(false);
  });
});

describe("errors", () => {
  test("behavior: the codes are the closed table, each under its own status", () => {
    expect((document.components.schemas.Error as any).properties.error.enum).toEqual(
      Object.keys(ERROR_CODES),
    );
    const shown = Object.values(document.components.responses).flatMap((one: any) => {
      const { enum: codes = [] } =
        one.content["application/json"].schema.allOf[1].properties.error ?? {};
      return codes as string[];
    });
    expect(shown.sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  test("behavior: what an operation may refuse follows from its method, price and auth", () => {
    const statuses = (operationId: string) =>
      Object.keys(named(operationId).operation.responses).map(Number);
    expect(statuses("getQuote")).toEqual([200, 400, 402, 409, 413, 429, 500, 502, 503]);
    expect(statuses("getQuote0x")).toEqual([200, 400, 401, 402, 403, 409, 413, 429, 500, 502, 503]);
    expect(statuses("callTool")).toEqual([200, 400, 401, 402, 403, 409, 413, 429, 500, 502, 503]);
    expect(statuses("setSlippage")).toEqual([200, 400, 401, 403, 409, 413, 429, 500, 502, 503]);
    expect(statuses("listStrategyEvents")).toEqual([200, 400, 401, 403, 413, 429, 500, 502, 503]);
    expect(statuses("getHealth")).toEqual([200, 400, 413, 500, 503]);
  });
});

test("behavior: operator credentials are required where needed, and only there", () => {
  const bodyOf = (operationId: string) =>
    named(operationId).operation.requestBody?.content["application/json"]?.schema as any;
  const credentials = ["operatorAddress", "authSignature", "authTimestamp"];
  expect(bodyOf("setSlippage").required).toEqual(
    expect.arrayContaining(["vaultAddress", "chainId", ...credentials]),
  );
  expect(bodyOf("callTool").required ?? []).not.toContain("authSignature");
  const query = named("getExecMode").operation.parameters.filter((one) => one.in === "query");
  // Of a GET they may be headers as well.
  expect(query.map(({ name, required }) => [name, required]).sort()).toEqual(
    [
      ...["vaultAddress", "chainId"].map((name) => [name, true]),
      ...credentials.map((name) => [name, false]),
    ].sort(),
  );
  expect(query.find(({ name }) => name === "authTimestamp")?.schema).toEqual({ type: "integer" });
});

test("behavior: a vault has one name in each operation, and its other one is said", () => {
  const said = operations.flatMap(({ operation }) => {
    const body = operation.requestBody?.content["application/json"]?.schema as any;
    const named = [
      ...operation.parameters.filter(({ in: place }) => place === "query"),
      ...Object.entries<any>(body?.properties ?? {}).map(([name, { description }]) => ({
        name,
        description,
      })),
    ].filter(({ name }) => name === "vault" || name === "vaultAddress");
    const texts = named.map(({ name, description }) => [
      name,
      String(description).match(/May be written `(\w+)`/)?.[1],
    ]);
    return texts.map(([name, other]) => `${operation.operationId}: ${name}, ${other}`);
  });
  expect(said).toEqual(
    expect.arrayContaining(["setSlippage: vaultAddress, vault", "listOrders: vault, vaultAddress"]),
  );
  expect(said.filter((text) => !/: (vault, vaultAddress|vaultAddress, vault)$/.test(text))).toEqual(
    [],
  );
});

test("behavior: POST takes an Idempotency-Key, GET does not", () => {
  for (const { method, operation } of operations)
    expect([
      operation.operationId,
      refsOf(operation.operationId).includes("Idempotency-Key"),
    ]).toEqual([operation.operationId, method === "post"]);
});

test("behavior: every shared part is used, and every reference has its part", () => {
  const refs = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, ref]) => ref),
  );
  const parts = Object.entries(document.components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  );
  const unused = parts.filter((part) => !refs.has(part));
  // These answer requests that no operation describes.
  expect(unused.sort()).toEqual([
    "#/components/responses/MethodNotAllowed",
    "#/components/responses/NotFound",
  ]);
  expect([...refs].filter((ref) => !parts.includes(ref!))).toEqual([]);
});
