import { type Address, type Hex, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { TokenSymbol } from "../../local/chain/chain-tokens.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { movePoolPrice } from "../../local/chain/pools/move-pool-price.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { toolResult } from "../../schemas/calls/tool-call.ts";
import { TOOLS } from "../../src/tables/registry.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { byHand } from "../support/by-hand.ts";
import { dumpRedis } from "../support/dump-redis.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
  TRADE_SELECTORS,
} from "../support/test-stack.ts";

const ETH = 10n ** 18n;
const USDC = 10n ** 6n;
const erc20 = parseAbi(["function balanceOf(address) view returns (uint256)"]);

/** Name -> [requiresOperatorAuth, readOnly] by the spec's tool groups. */
const BUILT: Record<string, readonly [boolean, boolean]> = {
  get_swap_quote: [false, true],
  build_vault_swap: [false, false],
  get_vault_info: [false, true],
  get_vault_overview: [true, true],
  get_vault_trades: [true, true],
  get_vault_history: [true, true],
  get_token_balance: [false, true],
  switch_chain: [false, true],
  deploy_smart_pool: [true, false],
  fund_pool: [true, false],
  redeem_pool: [true, false],
  check_delegation_status: [false, true],
  check_readiness: [false, true],
  setup_delegation: [true, false],
  revoke_delegation: [true, false],
  revoke_selectors: [true, false],
  freeze_vault: [true, false],
  list_grants: [true, true],
  end_grant: [true, false],
  set_default_slippage: [true, false],
  set_swap_shield_tolerance: [true, false],
  enable_swap_shield: [true, false],
  disable_swap_shield: [true, false],
  get_vault_limits: [true, true],
  set_vault_limits: [true, false],
  get_pool_info: [false, true],
  get_lp_positions: [false, true],
  add_liquidity: [false, false],
  remove_liquidity: [false, false],
  collect_lp_fees: [false, false],
  burn_position: [false, false],
  perp_a_get_positions: [false, true],
  perp_a_get_markets: [false, true],
  perp_a_increase_position: [false, false],
  perp_a_decrease_position: [false, false],
  perp_a_cancel_order: [false, false],
  perp_a_update_order: [false, false],
  perp_a_claim_funding_fees: [false, false],
  perp_b_get_positions: [false, true],
  perp_b_get_markets: [false, true],
  perp_b_deposit: [false, false],
  perp_b_limit_order: [false, false],
  perp_b_cancel_order: [false, false],
  perp_b_usd_class_transfer: [false, false],
  perp_b_spot_send: [false, false],
  create_twap_order: [true, false],
  cancel_twap_order: [true, false],
  list_twap_orders: [true, true],
  get_twap_order: [true, true],
  get_order_quality: [true, true],
  list_strategies: [true, true],
  pause_twap_order: [true, false],
  resume_twap_order: [true, false],
  skip_twap_slice: [true, false],
  edit_twap_order: [true, false],
  create_nav_sync: [true, false],
  list_nav_syncs: [true, true],
  cancel_nav_sync: [true, false],
  create_trigger_order: [true, false],
  list_trigger_orders: [true, true],
  cancel_trigger_order: [true, false],
  refresh_oracle_feed: [false, false],
  gov_stake: [false, false],
  gov_undelegate_stake: [false, false],
  gov_unstake: [false, false],
  gov_claim_rewards: [false, false],
  gov_end_epoch: [false, false],
  get_crosschain_quote: [false, true],
  get_aggregated_nav: [false, true],
  get_rebalance_plan: [false, true],
  verify_bridge_arrival: [false, true],
  crosschain_transfer: [false, false],
  crosschain_sync: [false, false],
  ...byHand.flags,
};
/** The spec's other tools: they come with later issues. */
const NOT_BUILT = ["unfreeze_vault"];

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

/**
 * A liquidity position of the vault's that has earned fees: what an example names is its maker's.
 */
async function positionOf(vault: TestVault): Promise<string> {
  const args = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "1", tickRange: "full" };
  const { body } = await stack.tool(vault, "add_liquidity", args);
  const { chain } = stack.stack;
  const { to, data, gas } = body.transaction;
  await sendTransaction(chain, {
    from: privateKeyToAccount(vault.ownerKey),
    to,
    data,
    gas: BigInt(gas),
  });
  for (const toPriceBps of [10_100, 10_000])
    await movePoolPrice(chain, { pool: "v4_ETH_USDC", toPriceBps });
  return (await stack.tool(vault, "get_lp_positions")).body.data.positions[0].tokenId;
}

const isSigned = ({ access }: Tool): boolean => ["operator", "signer", "holder"].includes(access);
const isForAnySigner = ({ access }: Tool): boolean => ["signer", "holder"].includes(access);
const anonymous = (toolName: string, body: object): Promise<Answer> =>
  stack.call("POST", `/api/tools?toolName=${toolName}`, body);
const balance = async (symbol: TokenSymbol, holder: Address): Promise<bigint> => {
  const client = chainClient(stack.stack.chain);
  if (symbol === "ETH") return client.getBalance({ address: holder });
  return client.readContract({
    address: stack.stack.chain.tokens[symbol],
    abi: erc20,
    functionName: "balanceOf",
    args: [holder],
  });
};

describe("GET /api/tools", () => {
  test("default: lists exactly the issue's tools, each once, with every spec field", async () => {
    const { status, body } = await stack.call("GET", "/api/tools");
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ["description", "price", "toolCount", "tools", "usage"],
    ]);
    expect(body.toolCount).toBe(Object.keys(BUILT).length);
    const flags = body.tools.map((tool: any) => [
      tool.name,
      [tool.requiresOperatorAuth, tool.readOnly],
    ]);
    expect(flags.length).toBe(body.toolCount);
    expect(Object.fromEntries(flags)).toEqual(BUILT);
    for (const tool of body.tools) {
      expect(Object.keys(tool).sort()).toEqual([
        "category",
        "description",
        "example",
        "name",
        "parameters",
        "readOnly",
        "requiresOperatorAuth",
        "served",
      ]);
      expect(tool.description.length).toBeGreaterThan(20);
      expect(tool.category.length).toBeGreaterThan(2);
    }
    expect(body.tools[0].category).toBe("Spot Trading");
    for (const word of [body.description, body.usage, body.price])
      expect(word.length).toBeGreaterThan(5);
  });

  test("behavior: a tool of an unserved chain is marked, off MCP's list, and says so", async () => {
    const { tools } = (await stack.call("GET", "/api/tools")).body;
    const marked = tools
      .filter(({ served }: { served: boolean }) => !served)
      .map(({ name }: Tool) => name);
    expect(marked.sort()).toEqual(
      Object.keys(BUILT)
        .filter((name) => name.startsWith("perp_"))
        .sort(),
    );
    const rpc = (method: string, params: object) => ({ jsonrpc: "2.0", id: 1, method, params });
    const listed = (await stack.call("POST", "/mcp", rpc("tools/list", {}), {}, { pay: false }))
      .body.result.tools;
    expect(listed.map(({ name }: Tool) => name).sort()).toEqual(
      Object.keys(BUILT)
        .filter((name) => !marked.includes(name))
        .sort(),
    );
    for (const [name, chain] of [
      ["perp_a_get_markets", 42161],
      ["perp_b_get_markets", 999],
    ] as const) {
      const called = await anonymous(name, {});
      expect(expectRefusal(called)).toBe("400 chain_not_supported");
      const told = `${name} is not served here: it acts on chain ${chain}`;
      expect(called.body.message).toContain(told);
      expect(called.body.details).toEqual({ tool: name, chainId: chain });
      const byGet = await stack.call("GET", `/api/tools/call?toolName=${name}`);
      expect([expectRefusal(byGet), byGet.body.message]).toEqual([
        "400 chain_not_supported",
        expect.stringContaining(told),
      ]);
      const { result } = (
        await stack.call("POST", "/mcp?pay=http", rpc("tools/call", { name, arguments: {} }))
      ).body;
      expect([result.isError, JSON.stringify(result.content)]).toEqual([
        true,
        expect.stringContaining(told),
      ]);
    }
    const document = (await stack.call("GET", "/openapi.json")).body;
    const [toolName] = document.paths["/api/tools"].post.parameters;
    expect(toolName.schema.enum).toContain("perp_b_limit_order");
  });

  test("default: tool parameters are JSON Schema for function calling, examples fit", async () => {
    const { tools } = (await stack.call("GET", "/api/tools")).body;
    for (const { name, parameters, example } of tools) {
      expect([name, parameters.type, parameters.$schema]).toEqual([name, "object", undefined]);
      expect(
        Object.keys(parameters).filter(
          (key) => !["type", "properties", "required", "additionalProperties"].includes(key),
        ),
      ).toEqual([]);
      const properties = Object.entries<any>(parameters.properties);
      for (const [property, schema] of properties) {
        expect([
          name,
          property,
          ["string", "integer", "boolean", "array", "object"].includes(schema.type),
          typeof schema.description,
        ]).toEqual([name, property, true, "string"]);
      }
      const names = properties.map(([property]) => property);
      expect(
        (parameters.required ?? []).every((property: string) => names.includes(property)),
      ).toBe(true);
      expect(
        (parameters.required ?? []).filter((property: string) => !(property in example)),
      ).toEqual([]);
      for (const [property, value] of Object.entries(example))
        expect([name, property, fits(value, parameters.properties[property])]).toEqual([
          name,
          property,
          true,
        ]);
      // Humans own these: no model may find them among a call's arguments.
      if (name.includes("swap_quote") || name.includes("build") || name.includes("twap"))
        expect(names.filter((one) => /slippage|mode$|vault|operator/i.test(one))).toEqual([]);
    }
  });
});

function fits(value: unknown, schema: any): boolean {
  if (schema?.enum && !schema.enum.includes(value)) return false;
  if (schema?.type === "string")
    return typeof value === "string" && (!schema.pattern || new RegExp(schema.pattern).test(value));
  if (schema?.type === "integer")
    return (
      Number.isInteger(value) &&
      Number(value) >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
      Number(value) <= (schema.maximum ?? Number.POSITIVE_INFINITY)
    );
  if (schema?.type === "boolean") return typeof value === "boolean";
  return (
    schema?.type === "array" &&
    Array.isArray(value) &&
    value.every((item) => fits(item, schema.items))
  );
}

describe("names", () => {
  test("error: an unknown tool and a spec tool not built yet are 400 unknown_tool", async () => {
    for (const name of [
      ...NOT_BUILT,
      "hyperliquid_get_fills",
      "nope",
      "Build_Vault_Swap",
      "build-vault-swap",
      "toString",
    ]) {
      expect([name, expectRefusal(await anonymous(encodeURIComponent(name), {}))]).toEqual([
        name,
        "400 unknown_tool",
      ]);
    }
    expect(expectRefusal(await stack.call("POST", "/api/tools", {}))).toBe("400 invalid_request");
  });

  test("behavior: an alias answers as its tool, and its answer carries that name", async () => {
    const { tools } = (await stack.call("GET", "/api/tools")).body;
    const aliases = tools.flatMap(({ name, description }: any) =>
      (/Aliases: ([^.]+)\./.exec(description)?.[1] ?? "")
        .split(", ")
        .filter(Boolean)
        .map((alias: string) => [alias, name]),
    );
    expect(aliases.length).toBeGreaterThan(3);
    const vault = await stack.newVault();
    const tokenId = await positionOf(vault);
    for (const [alias, name] of aliases) {
      const { example } = tools.find((tool: any) => tool.name === name);
      const args = { ...example, ...(example.tokenId && { tokenId }) };
      const [answer, own] = [
        await stack.tool(vault, alias, args),
        await stack.tool(vault, name, args),
      ];
      expect([alias, answer.status, answer.body.tool]).toEqual([alias, own.status, own.body.tool]);
      expect([alias, answer.body.error]).toEqual([alias, own.body.error]);
    }
  });
});

/**
 * Whose example is right, and of a vault that is only set up refused: each has a flow of its own.
 */
const NEEDS_MORE: Record<string, string> = {
  end_grant: "403 grant_not_valid",
  gov_claim_rewards: "400 no_rewards",
  redeem_pool: "400 vault_tokens_locked",
  gov_end_epoch: "400 epoch_running",
  // This stack has one chain, and nothing that quotes between two (crosschain.test.ts has both).
  get_crosschain_quote: "502 venue_unavailable",
  crosschain_transfer: "502 venue_unavailable",
  crosschain_sync: "502 venue_unavailable",
  // Nor the chains of the venues for perpetuals (perp-a.test.ts and perp-b.test.ts have them).
  ...Object.fromEntries(
    Object.keys(BUILT)
      .filter((name) => name.startsWith("perp_"))
      .map((name) => [name, "400 chain_not_supported"]),
  ),
};

test("behavior: every example of the catalog runs for a vault that is set up", async () => {
  const { tools } = (await stack.call("GET", "/api/tools")).body;
  const examples = new Map<string, unknown>(tools.map((tool: any) => [tool.name, tool.example]));
  const vault = await stack.newVault({ fund: { ETH: 10n * ETH, GRG: 500n * ETH } });
  await stack.delegated(vault, [...TRADE_SELECTORS, "0x770d096f"]);
  await fundAccount(stack.stack.chain, vault.owner, { USDC: 1_000n * USDC });
  const tokenId = await positionOf(vault);
  // NAV syncs and orders have one row of numbers.
  let configId = 0;
  let triggerId = 0;
  const argumentsOf = (name: string) => {
    const example = examples.get(name) as { tokenId?: string; configId?: number };
    if (name === "cancel_trigger_order") return { id: triggerId };
    if (example.configId !== undefined) return { ...example, configId };
    return example.tokenId === undefined ? example : { ...example, tokenId };
  };
  for (const [name, amount] of [
    ["gov_stake", "200"],
    ["gov_undelegate_stake", "60"],
  ] as const) {
    const { data } = (await stack.tool(vault, name, { amount })).body.transaction;
    await sendTransaction(stack.stack.chain, {
      from: privateKeyToAccount(vault.ownerKey),
      to: vault.address,
      data,
    });
  }
  const last = ["cancel_twap_order", "revoke_selectors", "revoke_delegation"];
  const inOrder = [
    ...TOOLS.filter(({ name }) => !last.includes(name)),
    ...TOOLS.filter(({ name }) => last.includes(name)),
  ];
  for (const tool of inOrder) {
    const answer = await stack.tool(vault, tool.name, argumentsOf(tool.name));
    const needed = NEEDS_MORE[tool.name];
    if (needed !== undefined) {
      expect([tool.name, expectRefusal(answer)]).toEqual([tool.name, needed]);
      continue;
    }
    expect([tool.name, answer.status, answer.status === 200 || answer.body]).toEqual([
      tool.name,
      200,
      true,
    ]);
    configId = answer.body.data?.configId ?? configId;
    triggerId = answer.body.data?.triggerId ?? triggerId;
    expect(toolResult.strict().parse(answer.body)).toEqual(answer.body);
    expect([answer.body.tool, answer.body.message.length > 10]).toEqual([tool.name, true]);
    expect([tool.name, answer.body.transaction !== undefined]).toEqual([
      tool.name,
      tool.effect === "transaction",
    ]);
    if (tool.effect === "transaction")
      expect([tool.name, answer.body.transaction.ownerOnly]).toEqual([
        tool.name,
        tool.ownerOnly === true,
      ]);
    if (answer.body.suggestions !== undefined)
      expect(answer.body.suggestions.every((one: string) => one.length > 5)).toBe(true);
  }
});

test("error: an amount sent as a number is answered with its string, at every door", async () => {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", dex: "uniswap" };
  for (const [amountIn, told] of [
    [100, 'send it as the string "100"'],
    [0.25, 'send it as the string "0.25"'],
    // What JSON cannot hold exactly is not repeated: it may not be what was meant.
    [2 ** 60, "send it as a string"],
    [1e-7, "send it as a string"],
  ] as const) {
    const answer = await anonymous("get_swap_quote", { arguments: { ...swap, amountIn } });
    expect(expectRefusal(answer)).toBe("400 invalid_request");
    expect(answer.body.message).toContain(
      `arguments.amountIn: Invalid input: expected string, received number; ${told}`,
    );
    expect(answer.body.message.includes('string "')).toBe(told.includes('"'));
  }
  const vault = await stack.newVault();
  const order = await stack.call("POST", "/api/tools/create_twap_order", {
    ...{
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: 100,
      sliceCount: 2,
      intervalMinutes: 5,
    },
    ...{
      dex: "uniswap",
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    },
  });
  expect([expectRefusal(order), order.body.message]).toEqual([
    "400 invalid_request",
    expect.stringContaining('send it as the string "100"'),
  ]);
});

describe("callers without credentials", () => {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };

  test("behavior: they get reads and unsigned transactions", async () => {
    const vault = await stack.newVault();
    const reads: [string, object][] = [
      ["get_swap_quote", swap],
      ["get_vault_info", {}],
      ["get_token_balance", { token: "USDC" }],
      ["switch_chain", { chain: "base" }],
      ["check_delegation_status", {}],
      ["check_readiness", {}],
    ];
    for (const [name, args] of reads)
      expect([
        name,
        (await anonymous(name, { vaultAddress: vault.address, arguments: args })).status,
      ]).toEqual([name, 200]);
    const before = await balance("USDC", vault.address);
    const built = await anonymous("build_vault_swap", {
      vaultAddress: vault.address,
      arguments: swap,
    });
    expect([built.status, built.body.transaction.from, built.body.execution]).toEqual([
      200,
      vault.owner.toLowerCase(),
      undefined,
    ]);
    expect(await balance("USDC", vault.address)).toBe(before);
  });

  test("error: operator tools are 401, delegated execution of a delegated vault too", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    const nonceOf = () =>
      chainClient(stack.stack.chain).getTransactionCount({ address: vault.agent });
    const before = await nonceOf();
    for (const tool of TOOLS.filter(isSigned)) {
      const body = {
        vaultAddress: vault.address,
        operatorAddress: vault.owner,
        arguments: tool.example,
      };
      expect([tool.name, expectRefusal(await anonymous(tool.name, body))]).toEqual([
        tool.name,
        "401 auth_required",
      ]);
    }
    expect(
      TOOLS.filter(isSigned)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      Object.entries(BUILT)
        .filter(([, [auth]]) => auth)
        .map(([name]) => name)
        .sort(),
    );
    for (const operator of [{}, { operatorAddress: vault.owner }]) {
      const body = {
        vaultAddress: vault.address,
        executionMode: "delegated",
        arguments: swap,
        ...operator,
      };
      expect(expectRefusal(await anonymous("build_vault_swap", body))).toBe("401 auth_required");
    }
    expect(await nonceOf()).toBe(before);
  });

  test("error: other operator credentials reach nothing of a vault, reads included", async () => {
    const vault = await stack.newVault();
    const stranger = await stack.credentials(generatePrivateKey());
    // Of tools that go to a venue's own chain, which this stack does not have, the same is shown
    // where it runs (perp-b.test.ts).
    for (const tool of TOOLS.filter((tool) => !isForAnySigner(tool) && tool.chain === undefined)) {
      const answer = await anonymous(tool.name, {
        vaultAddress: vault.address,
        arguments: tool.example,
        ...stranger,
      });
      expect([tool.name, expectRefusal(answer)]).toEqual([tool.name, "403 not_vault_owner"]);
    }
  });

  test("behavior: any signer's calls concern own wallet, nothing in vault audit log", async () => {
    const vault = await stack.newVault();
    const key = generatePrivateKey();
    const signer = privateKeyToAccount(key).address.toLowerCase();
    await fundAccount(stack.stack.chain, privateKeyToAccount(key).address, { USDC: 1_000n * USDC });
    for (const tool of TOOLS.filter(isForAnySigner)) {
      const body = {
        vaultAddress: vault.address,
        arguments: tool.example,
        ...(await stack.credentials(key)),
      };
      const answer = await anonymous(tool.name, body);
      if (answer.status === 200)
        expect([tool.name, answer.body.transaction.from]).toEqual([tool.name, signer]);
      else
        expect([tool.name, expectRefusal(answer)]).toEqual([tool.name, "400 insufficient_balance"]);
      const delegated = await anonymous(tool.name, { ...body, executionMode: "delegated" });
      expect([tool.name, delegated.status, delegated.body.execution]).toEqual([
        tool.name,
        400,
        undefined,
      ]);
    }
    const log = await dumpRedis(stack.stack.redis, `sx:local:audit*${vault.address}*`);
    expect(JSON.stringify(log).toLowerCase()).not.toContain(signer);
  });

  test("error: a vault tool, or with credentials any tool, without a vault is 400", async () => {
    for (const tool of TOOLS.filter(
      ({ access }) => access !== "anonymous" && access !== "signer",
    )) {
      expect([
        tool.name,
        expectRefusal(await anonymous(tool.name, { arguments: tool.example })),
      ]).toEqual([tool.name, "400 invalid_request"]);
    }
    const credentials = await stack.credentials(generatePrivateKey());
    expect(
      expectRefusal(await anonymous("get_swap_quote", { arguments: swap, ...credentials })),
    ).toBe("400 invalid_request");
  });
});

describe("chains", () => {
  const CHAINS: [string, number][] = [
    ["ethereum", 1],
    ["base", 8453],
    ["arbitrum", 42_161],
    ["optimism", 10],
    ["polygon", 137],
    ["bsc", 56],
    ["unichain", 130],
    ["42161", 42_161],
    ["Base", 8453],
  ];

  test.each(CHAINS)("behavior: switch_chain to %s answers chainSwitch %d", async (chain, id) => {
    const { status, body } = await anonymous("switch_chain", { arguments: { chain } });
    expect([status, body.chainSwitch, body.tool]).toEqual([200, id, "switch_chain"]);
    expect(body.suggestions.length).toBeGreaterThan(0);
  });

  test("behavior: switch_chain makes no request to its chain, for any caller", async () => {
    const vault = await stack.newVault();
    for (const chain of ["arbitrum", "bsc", "1"]) {
      expect([chain, (await stack.tool(vault, "switch_chain", { chain })).status]).toEqual([
        chain,
        200,
      ]);
    }
    expect(expectRefusal(await stack.tool(vault, "switch_chain", { chain: "solana" }))).toBe(
      "400 chain_not_supported",
    );
    expect(expectRefusal(await anonymous("switch_chain", { arguments: { chain: "solana" } }))).toBe(
      "400 chain_not_supported",
    );
  });

  test("behavior: chainSwitch appears only when a tool left the request's chain", async () => {
    const vault = await stack.newVault();
    const swap = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
    const ask = async (chainId: number, chain?: string) =>
      (
        await anonymous("get_swap_quote", {
          chainId,
          arguments: { ...swap, ...(chain !== undefined && { chain }) },
        })
      ).body;
    expect((await ask(1, "base")).chainSwitch).toBe(8453);
    for (const body of [await ask(8453), await ask(8453, "base"), await ask(8453, "8453")])
      expect("chainSwitch" in body).toBe(false);
    const built = await stack.tool(
      vault,
      "build_vault_swap",
      { ...swap, chain: "base" },
      { chainId: 10 },
    );
    expect([built.status, built.body.chainSwitch, built.body.transaction.chainId]).toEqual([
      200, 8453, 8453,
    ]);
    const created = await stack.tool(
      vault,
      "create_twap_order",
      {
        side: "sell",
        sellToken: "USDC",
        buyToken: "ETH",
        totalAmount: "10",
        sliceCount: 2,
        intervalMinutes: 5,
        chain: "base",
      },
      { chainId: 1 },
    );
    expect([created.status, created.body.chainSwitch, created.body.data.order.chainId]).toEqual([
      200, 8453, 8453,
    ]);
  });

  test("error: a chain without node is 503, unknown 400; ownership asked where acted", async () => {
    const vault = await stack.newVault();
    const swap = { tokenIn: "USDC", tokenOut: "USDT", amountIn: "1" };
    for (const chain of ["ethereum", "arbitrum", "bsc"]) {
      expect(expectRefusal(await stack.tool(vault, "build_vault_swap", { ...swap, chain }))).toBe(
        "503 not_configured",
      );
      expect(
        expectRefusal(await stack.tool(vault, "get_token_balance", { token: "USDC", chain })),
      ).toBe("503 not_configured");
    }
    expect(
      expectRefusal(await stack.tool(vault, "get_swap_quote", { ...swap, chain: "solana" })),
    ).toBe("400 chain_not_supported");
    expect(expectRefusal(await stack.tool(vault, "get_swap_quote", swap, { chainId: 999 }))).toBe(
      "400 invalid_request",
    );
  });
});

describe("reads", () => {
  test("default: a vault's name, owner, supply, value and balance, as on the chain", async () => {
    const vault = await stack.newVault({
      name: "Own name",
      fund: { ETH: 3n * ETH, USDT: 1_234_567n },
    });
    const info = await stack.tool(vault, "get_vault_info");
    const minted = (100_000n * USDC * 9_990n) / 10_000n;
    expect(info.body.data).toMatchObject({
      name: "Own name",
      owner: vault.owner.toLowerCase(),
      baseToken: stack.stack.chain.tokens.USDC.toLowerCase(),
      decimals: 6,
      totalSupplyBase: String(minted),
    });
    // 3 ETH at 2500 beside 99,900 USDC and a dollar of USDT, per unit of 99,900.
    expect(Number(info.body.data.netTotalValueBase) / 1e6).toBeCloseTo(99_900 + 7_500 + 1.23, -1);
    expect(info.body.message).toContain("Own name");
    const held = await stack.tool(vault, "get_token_balance", { token: "usdt" });
    expect(held.body.data).toMatchObject({
      symbol: "USDT",
      decimals: 6,
      amount: "1.234567",
      amountBase: "1234567",
    });
    const coin = await stack.tool(vault, "get_token_balance", { token: "ETH" });
    expect(coin.body.data).toMatchObject({ amount: "3", amountBase: String(3n * ETH) });
  });

  test("default: the tool's quote has the swap in human units and the oracle's view", async () => {
    const { body } = await anonymous("get_swap_quote", {
      arguments: { tokenIn: "ETH", tokenOut: "USDC", amountOut: "1000", dex: "pool_dex" },
    });
    expect(body.data).toMatchObject({
      priceFeedExists: true,
      swapMeta: { buyAmount: "1000", sellToken: "ETH", buyToken: "USDC", dex: "uniswap" },
    });
    expect(body.data.swapMeta.price).toMatch(/^1 ETH = [0-9.]+ USDC$/);
    expect(body.message).toContain("at most");
    expect(body.suggestions).toEqual([expect.stringContaining("build_vault_swap")]);
  });
});

describe("unsigned transactions", () => {
  type Case = [string, Record<string, string>, TokenSymbol, TokenSymbol];
  const CASES: Case[] = [
    [
      "an exact input at Uniswap",
      { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1000", dex: "uniswap" },
      "USDC",
      "ETH",
    ],
    [
      "an exact output at Uniswap",
      { tokenIn: "ETH", tokenOut: "USDC", amountOut: "1000", dex: "uniswap" },
      "ETH",
      "USDC",
    ],
    [
      "an exact input at 0x",
      { tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.5", dex: "0x" },
      "ETH",
      "USDC",
    ],
    [
      "an exact output at 0x",
      { tokenIn: "USDC", tokenOut: "USDT", amountOut: "250", dex: "aggregator" },
      "USDC",
      "USDT",
    ],
    ["wrapping", { tokenIn: "ETH", tokenOut: "WETH", amountIn: "1.5" }, "ETH", "WETH"],
    ["unwrapping", { tokenIn: "WETH", tokenOut: "ETH", amountIn: "0.25" }, "WETH", "ETH"],
  ];

  test.each(CASES)(
    "behavior: %s has every field of decision D30, and really happens when the owner signs and sends it",
    async (_name, args, sold, bought) => {
      const vault = await stack.newVault({
        fund: { ETH: 10n * ETH, WETH: ETH, USDT: 100n * USDC },
      });
      const answer = await stack.tool(vault, "build_vault_swap", args);
      expect([answer.status, answer.status === 200 || answer.body]).toEqual([200, true]);
      const { transaction } = answer.body;
      const hasDeadline = sold !== "WETH" && bought !== "WETH";
      expect(Object.keys(transaction).sort()).toEqual(
        [
          ...[
            "chainId",
            "data",
            "description",
            "from",
            "gas",
            "maxFeePerGas",
            "maxPriorityFeePerGas",
            "ownerOnly",
            "swapMeta",
            "to",
            "value",
          ],
          ...(hasDeadline ? ["deadline"] : []),
        ].sort(),
      );
      expect(transaction).toMatchObject({
        to: vault.address,
        from: vault.owner.toLowerCase(),
        chainId: 8453,
        value: "0x0",
        ownerOnly: false,
      });
      for (const field of ["gas", "maxFeePerGas", "maxPriorityFeePerGas"])
        expect(transaction[field]).toMatch(/^0x[1-9a-f][0-9a-f]*$/);
      if (hasDeadline) {
        const inSec = transaction.deadline - stack.stack.nowMs() / 1000;
        // 30 minutes when returned for signing (decision D17); the aggregator's own deadline may
        // only be lowered.
        expect(inSec).toBeGreaterThan(args.dex === "uniswap" ? 29 * 60 : 60);
        expect(inSec).toBeLessThanOrEqual(30 * 60 + 60);
      }
      expect(Object.keys(transaction.swapMeta).sort()).toEqual([
        "buyAmount",
        "buyToken",
        "dex",
        "price",
        "sellAmount",
        "sellToken",
      ]);
      expect(transaction.swapMeta).toMatchObject({
        sellToken: sold,
        buyToken: bought,
        price: expect.stringMatching(new RegExp(`^1 ${sold} = [0-9.]+ ${bought}$`)),
      });
      if (args.amountIn !== undefined) expect(transaction.swapMeta.sellAmount).toBe(args.amountIn);
      else if (args.dex === "uniswap") expect(transaction.swapMeta.buyAmount).toBe(args.amountOut);
      // 0x buys at least that much: what is said is what arrives, which the chain shows below.
      else expect(Number(transaction.swapMeta.buyAmount)).toBeGreaterThan(Number(args.amountOut));

      const before = [
        await balance(sold, vault.address),
        await balance(bought, vault.address),
      ] as const;
      await sendAsOwner(vault, transaction);
      const [spent, got] = [
        before[0] - (await balance(sold, vault.address)),
        (await balance(bought, vault.address)) - before[1],
      ];
      const base = (symbol: TokenSymbol, text: string) =>
        BigInt(Math.round(Number(text) * 10 ** 6)) * (symbol.startsWith("USD") ? 1n : 10n ** 12n);
      // Exact on the side that was asked for, within the default slippage of 1% on the other.
      if (args.amountIn !== undefined) {
        expect(spent).toBe(base(sold, args.amountIn));
        expect(got).toBeGreaterThanOrEqual(
          (base(bought, transaction.swapMeta.buyAmount) * 99n) / 100n,
        );
      } else {
        expect(got).toBeGreaterThanOrEqual(base(bought, args.amountOut!));
        expect(got).toBeGreaterThanOrEqual(
          (base(bought, transaction.swapMeta.buyAmount) * 99n) / 100n,
        );
        expect(spent).toBeLessThanOrEqual(
          (base(sold, transaction.swapMeta.sellAmount) * 101n) / 100n + 10n ** 12n,
        );
      }
    },
  );

  test("error: too little to sell, too much for the pool, token twice, both amounts", async () => {
    const vault = await stack.newVault();
    const build = async (args: object) =>
      expectRefusal(await stack.tool(vault, "build_vault_swap", args));
    expect(await build({ tokenIn: "USDT", tokenOut: "ETH", amountIn: "1", dex: "uniswap" })).toBe(
      "400 insufficient_balance",
    );
    expect(await build({ tokenIn: "WETH", tokenOut: "ETH", amountIn: "1" })).toBe(
      "400 insufficient_balance",
    );
    expect(await build({ tokenIn: "ETH", tokenOut: "WETH", amountIn: "11" })).toBe(
      "400 insufficient_balance",
    );
    expect(
      await build({ tokenIn: "USDC", tokenOut: "ETH", amountOut: "1000000000", dex: "uniswap" }),
    ).toBe("400 no_route");
    expect(await build({ tokenIn: "USDC", tokenOut: "usdc", amountIn: "1" })).toBe(
      "400 same_token",
    );
    expect(await build({ tokenIn: "USDC", tokenOut: "ETH", amountIn: "1", amountOut: "1" })).toBe(
      "400 invalid_request",
    );
    expect(await build({ tokenIn: "USDC", tokenOut: "ETH" })).toBe("400 invalid_request");
    expect(await build({ tokenIn: "USDC", tokenOut: "ETH", amountIn: "1", dex: "1inch" })).toBe(
      "400 invalid_request",
    );
  });
});

async function sendAsOwner(vault: TestVault, transaction: any): Promise<void> {
  const client = chainClient(stack.stack.chain);
  const hash = await client.sendTransaction({
    account: privateKeyToAccount(vault.ownerKey),
    to: transaction.to as Address,
    data: transaction.data as Hex,
    value: BigInt(transaction.value),
    gas: BigInt(transaction.gas),
    maxFeePerGas: BigInt(transaction.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(transaction.maxPriorityFeePerGas),
  });
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe("success");
}

describe("delegated execution", () => {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
  const autonomous = async (vault: TestVault, mode = "autonomous") =>
    stack.call("POST", "/api/settings/exec-mode", {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
      mode,
    });

  test("behavior: confirm, the first mode, executes nothing; autonomous broadcasts", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    const before = await balance("USDC", vault.address);
    const waits = await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
    expect([waits.status, waits.body.operationId, waits.body.execution]).toEqual([
      200,
      expect.any(String),
      undefined,
    ]);
    expect(await balance("USDC", vault.address)).toBe(before);
    expect((await autonomous(vault)).status).toBe(200);
    const { status, body } = await stack.tool(vault, "build_vault_swap", swap, {
      executionMode: "delegated",
    });
    expect([status, body.execution?.status ?? body, body.transaction]).toEqual([
      200,
      "confirmed",
      undefined,
    ]);
    const receipt = await chainClient(stack.stack.chain).getTransactionReceipt({
      hash: body.execution.hash,
    });
    expect([receipt.status, receipt.from, receipt.to, String(receipt.blockNumber)]).toEqual([
      "success",
      vault.agent.toLowerCase(),
      vault.address,
      body.execution.block,
    ]);
    expect(before - (await balance("USDC", vault.address))).toBe(100n * USDC);
    // Asked for by name, the other mode still only builds.
    expect((await stack.tool(vault, "build_vault_swap", swap)).body.transaction.to).toBe(
      vault.address,
    );
  });

  test("error: an undelegated vault is 400, an owner's own calls are never delegated", async () => {
    const vault = await stack.newVault();
    await autonomous(vault);
    expect(
      expectRefusal(
        await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" }),
      ),
    ).toBe("400 not_delegated");
    expect(
      expectRefusal(
        await stack.tool(vault, "setup_delegation", {}, { executionMode: "delegated" }),
      ),
    ).toBe("400 owner_only");
    expect(
      expectRefusal(
        await stack.tool(vault, "revoke_delegation", {}, { executionMode: "delegated" }),
      ),
    ).toBe("400 owner_only");
  });
});

describe("POST /api/tools/create_twap_order", () => {
  test("behavior: directly as by tool: id, slices, interval, duration, venue, mode", async () => {
    const vault = await stack.newVault();
    const order = {
      side: "buy",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "1",
      durationMinutes: 30,
      intervalMinutes: 10,
      dex: "pool_dex",
    };
    const body = {
      ...order,
      vaultAddress: vault.address,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const { status, body: answer } = await stack.call("POST", "/api/tools/create_twap_order", body);
    expect([status, answer.tool, answer.data.orderId]).toEqual([200, "create_twap_order", 1]);
    expect(answer.data.order).toMatchObject({
      sliceCount: 3,
      sliceAmount: "0.333333",
      dex: "uniswap",
      autoExecute: false,
      chainId: 8453,
      vaultAddress: vault.address,
      active: true,
    });
    for (const part of [
      "#1",
      "3 x 0.333333 ETH",
      "10 minutes",
      "30 minutes",
      "uniswap",
      "base",
      "manual",
    ])
      expect(answer.message).toContain(part);
    const again = await stack.tool(vault, "create_twap_order", order);
    expect([again.status, again.body.data.orderId]).toEqual([200, 2]);
  });
});
