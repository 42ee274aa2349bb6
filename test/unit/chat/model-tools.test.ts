import { describe, expect, test } from "vitest";
import * as z from "zod";
import { modelTools } from "../../../src/chat/model-tools.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { defineTool } from "../../../src/tools/tool.ts";

/**
 * What a human owns, written down from the issue, the design and the spec's field names; not from
 * the code's list.
 */
const HUMAN_OWNED = [
  "slippage",
  "slippageBps",
  "slippage_tolerance",
  "maxSlippage",
  "max-slippage-percent",
  "tolerance",
  "toleranceBps",
  "syncTolerance",
  "swapShieldBps",
  "navShield",
  "shield",
  "threshold",
  "navThreshold",
  "mode",
  "execMode",
  "executionMode",
  "execution_mode",
  "autoExecute",
  "auto_execute",
  "autonomous",
  "budget",
  "lossBudget",
  "lossLimit",
  "delegate",
  "delegated",
  "isDelegated",
  "delegation",
  "scopes",
  "selectors",
  "freeze",
  "unfreeze",
  "frozen",
  "recipient",
  "recipientAddress",
  "receiver",
  "to",
  "toAddress",
  "destination",
  "beneficiary",
  "target",
  "calldata",
  "callData",
  "data",
  "value",
  "auth",
  "authSignature",
  "authTimestamp",
  "signature",
  "credentials",
  "vault",
  "vaultAddress",
  "operator",
  "operatorAddress",
  "operatorVerified",
  "owner",
  "from",
  "taker",
  "swapper",
  "agent",
  "agentAddress",
  "confirmExecution",
  "approve",
  "approval",
  "deadline",
  "minOut",
  "minimumOutput",
  "amountOutMin",
  "gas",
  "gasLimit",
  "maxFeePerGas",
  "nonce",
  "idempotencyKey",
  "reset",
];
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
const OWNED = new Set(HUMAN_OWNED.map(plain));

/**
 * Every field name of a JSON schema at any depth: properties, patterns, required ones, names in
 * enums of keys.
 */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (
      ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].includes(key)
    )
      return Object.entries(value as object).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
    if (key === "required") return value as string[];
    if (key === "propertyNames")
      return [...((value as { enum?: string[] }).enum ?? []), ...fieldsOf(value)];
    return fieldsOf(value);
  });
}
const ownedFields = (tools: ReturnType<typeof modelTools>): string[] =>
  tools.flatMap(({ name, parameters }) =>
    fieldsOf(parameters)
      .filter((field) => OWNED.has(plain(field)))
      .map((field) => `${name}.${field}`),
  );

/** A tool like any read, with an input of its own. */
const planted = (input: z.ZodObject) =>
  defineTool({
    name: "planted_tool",
    description: "A tool that somebody adds one day, with a field too many.",
    category: "Test",
    access: "anonymous",
    leastScope: "read",
    effect: "read",
    input,
    example: {},
    output: () => z.object({}),
    model: "shown",
    run: async () => ({ ok: true as const, value: { message: "" } }),
  });

describe("what a model sees", () => {
  test("default: all reads, and the writes that are grounded before they run", () => {
    expect(modelTools(TOOLS).map(({ name }) => name)).toEqual([
      "get_swap_quote",
      "build_vault_swap",
      "get_vault_info",
      "get_vault_overview",
      "get_vault_trades",
      "get_vault_history",
      "get_token_balance",
      "switch_chain",
      "check_delegation_status",
      "check_readiness",
      "deploy_smart_pool",
      "fund_pool",
      "redeem_pool",
      "freeze_vault",
      "enable_swap_shield",
      "get_vault_limits",
      "get_pool_info",
      "get_lp_positions",
      "add_liquidity",
      "remove_liquidity",
      "collect_lp_fees",
      "burn_position",
      "perp_a_get_positions",
      "perp_a_get_markets",
      "perp_a_increase_position",
      "perp_a_decrease_position",
      "perp_a_cancel_order",
      "perp_a_update_order",
      "perp_a_claim_funding_fees",
      "perp_b_get_positions",
      "perp_b_get_markets",
      "perp_b_deposit",
      "perp_b_limit_order",
      "perp_b_cancel_order",
      "perp_b_usd_class_transfer",
      "perp_b_spot_send",
      "create_twap_order",
      "cancel_twap_order",
      "list_twap_orders",
      "get_twap_order",
      "get_order_quality",
      "list_strategies",
      "pause_twap_order",
      "resume_twap_order",
      "skip_twap_slice",
      "edit_twap_order",
      "create_nav_sync",
      "list_nav_syncs",
      "cancel_nav_sync",
      "create_trigger_order",
      "list_trigger_orders",
      "cancel_trigger_order",
      "refresh_oracle_feed",
      "gov_stake",
      "gov_undelegate_stake",
      "gov_unstake",
      "gov_claim_rewards",
      "gov_end_epoch",
      "get_crosschain_quote",
      "get_aggregated_nav",
      "get_rebalance_plan",
      "verify_bridge_arrival",
      "crosschain_transfer",
      "crosschain_sync",
    ]);
  });

  test("default: the fields of each tool, whole: one more is decided upon here", () => {
    const fields = Object.fromEntries(
      modelTools(TOOLS).map(({ name, parameters }) => [
        name,
        Object.keys(parameters.properties as object),
      ]),
    );
    const swap = ["tokenIn", "tokenOut", "amountIn", "amountOut", "dex", "chain"];
    expect(fields).toEqual({
      get_swap_quote: swap,
      build_vault_swap: swap,
      get_vault_info: [],
      get_vault_overview: ["chain"],
      get_vault_trades: ["chain", "cursor", "limit"],
      get_vault_history: ["chain"],
      get_token_balance: ["token", "chain"],
      get_vault_limits: ["chain"],
      switch_chain: ["chain"],
      check_delegation_status: ["chain"],
      check_readiness: ["chain"],
      freeze_vault: ["chain"],
      get_pool_info: ["poolId", "tokenA", "tokenB", "fee", "tickSpacing", "hooks", "chain"],
      get_lp_positions: ["chain"],
      perp_a_get_positions: ["orderKey"],
      perp_a_get_markets: ["search"],
      perp_a_increase_position: [
        "market",
        "isLong",
        "collateral",
        "collateralAmount",
        "notionalUsd",
        "leverage",
      ],
      perp_a_decrease_position: [
        ...[
          "market",
          "isLong",
          "sizeDeltaUsd",
          "collateral",
          "collateralDeltaAmount",
          "orderType",
          "triggerPrice",
        ],
      ],
      perp_a_cancel_order: ["orderKey"],
      perp_a_update_order: ["orderKey", "sizeDeltaUsd", "triggerPrice"],
      perp_a_claim_funding_fees: [],
      perp_b_get_positions: ["cloid", "orderId", "orderedAt"],
      perp_b_get_markets: ["coin"],
      perp_b_deposit: ["amount"],
      perp_b_limit_order: [
        ...[
          "coin",
          "side",
          "size",
          "notionalUsd",
          "orderType",
          "price",
          "reduceOnly",
          "close",
          "tif",
          "cloid",
        ],
      ],
      perp_b_cancel_order: ["coin", "orderId", "cloid"],
      perp_b_usd_class_transfer: ["amount"],
      perp_b_spot_send: ["amount"],
      create_twap_order: [
        ...["side", "sellToken", "buyToken", "totalAmount", "sliceAmount", "sliceCount"],
        ...["durationMinutes", "intervalMinutes", "dex", "chain", "limitPrice", "limitPriceOf"],
      ],
      cancel_twap_order: ["id"],
      list_twap_orders: [],
      get_twap_order: ["id", "cursor", "limit"],
      get_order_quality: ["id"],
      list_strategies: [],
      pause_twap_order: ["id"],
      resume_twap_order: ["id"],
      skip_twap_slice: ["id"],
      edit_twap_order: [
        "id",
        "intervalMinutes",
        "limitPrice",
        "limitPriceOf",
        "expiresAt",
        "remove",
        "remainingSlices",
      ],
      enable_swap_shield: [],
      list_nav_syncs: [],
      create_trigger_order: [
        ...[
          "type",
          "side",
          "sellToken",
          "buyToken",
          "totalAmount",
          "price",
          "priceOf",
          "dex",
          "chain",
        ],
      ],
      list_trigger_orders: [],
      cancel_trigger_order: ["id"],
      get_crosschain_quote: ["destinationChain", "token", "amount", "sourceChain"],
      get_aggregated_nav: [],
      get_rebalance_plan: ["targetChain"],
      verify_bridge_arrival: ["transactionHash", "sourceChain", "chain", "token", "minAmount"],
      deploy_smart_pool: ["name", "symbol", "baseToken", "chain"],
      fund_pool: ["amount", "token", "chain"],
      redeem_pool: ["amount", "chain"],
      add_liquidity: [
        "tokenA",
        "tokenB",
        "fee",
        "amountA",
        "amountB",
        "tickRange",
        "tickSpacing",
        "chain",
      ],
      remove_liquidity: ["tokenId", "chain", "liquidityAmount", "burn"],
      collect_lp_fees: ["tokenId", "chain"],
      burn_position: ["tokenId", "chain"],
      create_nav_sync: ["intervalMinutes", "token"],
      cancel_nav_sync: ["configId"],
      refresh_oracle_feed: ["token", "tokenIn", "tokenOut", "amount", "amountOut", "chain"],
      gov_stake: ["amount", "chain"],
      gov_undelegate_stake: ["amount", "chain"],
      gov_unstake: ["amount", "chain"],
      gov_claim_rewards: ["chain"],
      gov_end_epoch: ["chain"],
      crosschain_transfer: ["destinationChain", "token", "amount", "sourceChain"],
      crosschain_sync: ["destinationChain", "token", "amount", "sourceChain"],
    });
  });

  test("behavior: no settings, shields or delegation, whatever the registry grows", () => {
    const names = modelTools(TOOLS).map(({ name }) => name);
    // Its default is restored, which tightens (decision D57).
    for (const name of names.filter((one) => one !== "enable_swap_shield"))
      expect(name).not.toMatch(/^(set|enable|disable|setup|revoke|unfreeze|approve)_/);
    const writes = TOOLS.filter(({ effect }) => effect !== "read").map(({ name }) => name);
    expect(writes.filter((name) => names.includes(name)).sort()).toEqual([
      "add_liquidity",
      "build_vault_swap",
      "burn_position",
      "cancel_nav_sync",
      "cancel_trigger_order",
      "cancel_twap_order",
      "collect_lp_fees",
      "create_nav_sync",
      "create_trigger_order",
      "create_twap_order",
      "crosschain_sync",
      "crosschain_transfer",
      "deploy_smart_pool",
      "edit_twap_order",
      "enable_swap_shield",
      "freeze_vault",
      "fund_pool",
      "gov_claim_rewards",
      "gov_end_epoch",
      "gov_stake",
      "gov_undelegate_stake",
      "gov_unstake",
      "pause_twap_order",
      "perp_a_cancel_order",
      "perp_a_claim_funding_fees",
      "perp_a_decrease_position",
      "perp_a_increase_position",
      "perp_a_update_order",
      "perp_b_cancel_order",
      "perp_b_deposit",
      "perp_b_limit_order",
      "perp_b_spot_send",
      "perp_b_usd_class_transfer",
      "redeem_pool",
      "refresh_oracle_feed",
      "remove_liquidity",
      "resume_twap_order",
      "skip_twap_slice",
    ]);
  });

  test("behavior: no schema has a human-owned field, at any depth", () => {
    expect(ownedFields(modelTools(TOOLS))).toEqual([]);
  });

  test("behavior: no description tells a model of a field that it does not have", () => {
    for (const { name, description } of modelTools(TOOLS))
      expect(description, name).not.toMatch(
        /autoExecute|slippage|tolerance|executionMode|recipient|calldata|0x[0-9a-f]{40}/i,
      );
  });
});

describe("what the walk finds", () => {
  const nested = (field: string): [string, z.ZodObject][] => [
    ["an object", z.object({ options: z.object({ [field]: z.string() }) })],
    [
      "an array",
      z.object({ legs: z.array(z.object({ deep: z.object({ [field]: z.string().optional() }) })) }),
    ],
    ["a union", z.object({ either: z.union([z.string(), z.object({ [field]: z.string() })]) })],
    [
      "an intersection",
      z.object({
        both: z.intersection(z.object({ a: z.string() }), z.object({ [field]: z.string() })),
      }),
    ],
    ["a record's keys", z.object({ extra: z.record(z.enum([field, "other"]), z.string()) })],
    [
      "a record's values",
      z.object({ extra: z.record(z.string(), z.object({ [field]: z.string() })) }),
    ],
    ["a tuple", z.object({ pair: z.tuple([z.object({ [field]: z.string() })]) })],
  ];

  test.each(HUMAN_OWNED)("error: %s is found wherever it is nested", (field) => {
    for (const [where, input] of nested(field))
      expect(ownedFields(modelTools([planted(input)])), `${field} in ${where}`).not.toEqual([]);
  });

  test.each(HUMAN_OWNED)(
    "behavior: %s at the top is left out before the model sees it",
    (field) => {
      const [tool] = modelTools([planted(z.object({ token: z.string(), [field]: z.string() }))]);
      expect(tool?.parameters.properties).toEqual({ token: { type: "string" } });
      expect(tool?.parameters.required).toEqual(["token"]);
    },
  );

  test("behavior: what a tool says is a human's is left out at the top, whatever its name", () => {
    const read = {
      ...planted(z.object({ token: z.string(), colour: z.string() })),
      humanOwned: ["colour"],
    };
    expect(modelTools([read])[0]?.parameters.properties).toEqual({ token: { type: "string" } });
  });

  test("behavior: what a tool fills in itself a model need not say", () => {
    const [tool] = modelTools([
      planted(z.object({ token: z.string(), dex: z.string().default("0x") })),
    ]);
    expect(tool?.parameters.required).toEqual(["token"]);
  });

  test("behavior: a hidden tool is not there; another may have its own words for a model", () => {
    const read = planted(z.object({}));
    expect(modelTools([{ ...read, model: "hidden" }])).toEqual([]);
    expect(modelTools([{ ...read, model: { description: "Looks." } }])).toMatchObject([
      { description: "Looks." },
    ]);
  });
});
