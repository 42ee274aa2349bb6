import { type Address, encodeFunctionData, erc721Abi, type Hex, parseAbi, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const USDC: Address = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const POOL = { tokenA: "ETH", tokenB: "USDC", fee: 500 };
const LIQUIDITY: Hex = "0xdd46508f";
// Signatures of the position manager and the vault, written out apart from ours.
const abi = parseAbi([
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128)",
  "function nextTokenId() view returns (uint256)",
  "function getUniV4TokenIds() view returns (uint256[])",
]);

const liquidityOf = (tokenId: bigint) =>
  flow.chain.client.readContract({
    address: flow.stack.stack.chain.addresses.positionManager,
    abi,
    functionName: "getPositionLiquidity",
    args: [tokenId],
  });
const ownerOf = (tokenId: bigint) =>
  flow.chain.client.readContract({
    address: flow.stack.stack.chain.addresses.positionManager,
    abi: erc721Abi,
    functionName: "ownerOf",
    args: [tokenId],
  });
const idsOf = (vault: TestVault) =>
  flow.chain.client.readContract({ address: vault.address, abi, functionName: "getUniV4TokenIds" });

/** A manual call: what was built is signed and mined. */
async function done(
  vault: TestVault,
  tool: string,
  args: object,
): Promise<{ body: any; hash: Hex }> {
  const built = await flow.stack.tool(vault, tool, args);
  expect(built.status, JSON.stringify(built.body)).toBe(200);
  const { to, data, value, gas } = built.body.transaction;
  expect([to, value]).toEqual([vault.address, "0x0"]);
  const from = privateKeyToAccount(vault.ownerKey);
  const receipt = await sendTransaction(flow.stack.stack.chain, {
    from,
    to,
    data,
    gas: BigInt(gas),
  });
  expect(receipt.status).toBe("success");
  return { body: built.body, hash: receipt.transactionHash };
}

async function opened(vault: TestVault, args: object = {}): Promise<bigint> {
  await done(vault, "add_liquidity", { ...POOL, amountA: "1", tickRange: "+-10%", ...args });
  return (await idsOf(vault)).at(-1)!;
}

/**
 * Somebody trades in the pool, there and back: its positions earn fees, and the price is where it
 * was.
 */
async function earnFees(): Promise<void> {
  await flow.movePool("v4_ETH_USDC", 10_200);
  await flow.movePool("v4_ETH_USDC", 10_000);
}

describe("a position's life, signed by the owner", () => {
  test("behavior: opened, increased, fees collected, reduced, ended: chain agrees", async () => {
    const vault = await flow.newVault();
    const before = await flow.chain.nav(vault.address, vault.owner);
    const { body, hash } = await done(vault, "add_liquidity", {
      ...POOL,
      amountA: "1",
      tickRange: "+-10%",
    });
    const [coin, dollars] = body.data.amounts;
    expect(body.data).toMatchObject({ tokenId: null, tickLower: -199_140, tickUpper: -197_120 });
    expect([coin.symbol, coin.direction, dollars.symbol]).toEqual(["ETH", "in", "USDC"]);
    // Whole units of liquidity: the last few thousand wei of an ETH buy none.
    expect(10n ** 18n - BigInt(coin.amountBase)).toBeLessThan(10_000n);
    // What the chain took is what was planned, to the unit; the coin that was sent beside it came
    // back.
    expect(await flow.chain.moved(hash, vault.address, USDC)).toBe(-BigInt(dollars.amountBase));
    expect(await flow.chain.moved(hash, vault.address, zeroAddress)).toBe(-BigInt(coin.amountBase));
    const [tokenId] = await idsOf(vault);
    expect((await ownerOf(tokenId!)).toLowerCase()).toBe(vault.address);
    expect(await liquidityOf(tokenId!)).toBe(BigInt(body.data.liquidity));
    const after = await flow.chain.nav(vault.address, vault.owner);
    // The position counts at the oracle's price: the pool is a few basis points beside it.
    expect(Number(before.unitaryValue - after.unitaryValue)).toBeLessThan(200);

    const more = await done(vault, "add_liquidity", {
      ...POOL,
      amountB: "1000",
      tickRange: "+-10%",
    });
    expect(more.body.data.tokenId).toBe(String(tokenId));
    expect(await idsOf(vault)).toEqual([tokenId]);
    expect(await liquidityOf(tokenId!)).toBe(
      BigInt(body.data.liquidity) + BigInt(more.body.data.liquidity),
    );

    await earnFees();
    const listed = await flow.stack.tool(vault, "get_lp_positions");
    const [position] = listed.body.data.positions;
    expect(position).toMatchObject({
      tokenId: String(tokenId),
      inRange: true,
      fee: 500,
      tickLower: -199_140,
    });
    const owed = position.fees.map((fee: { amountBase: string }) => BigInt(fee.amountBase));
    expect(owed[0] > 0n && owed[1] > 0n).toBe(true);
    // The NAV's own figures: what the vault counts for its positions, and for all it has.
    const nav = await flow.chain.nav(vault.address, vault.owner);
    expect(listed.body.data.netTotalValueBase).toBe(String(nav.netTotalValue));
    const counted = await countedOf(vault);
    expect(Math.abs(Number(BigInt(position.valueBase) - counted))).toBeLessThanOrEqual(2);

    const collected = await done(vault, "collect_lp_fees", { tokenId: String(tokenId) });
    expect(await flow.chain.moved(collected.hash, vault.address, zeroAddress)).toBe(owed[0]);
    expect(await flow.chain.moved(collected.hash, vault.address, USDC)).toBe(owed[1]);

    const whole = await liquidityOf(tokenId!);
    const half = await done(vault, "remove_liquidity", {
      tokenId: String(tokenId),
      liquidityAmount: "50%",
    });
    expect(await liquidityOf(tokenId!)).toBe(whole - whole / 2n);
    const [out0, out1] = half.body.data.amounts;
    expect(await flow.chain.moved(half.hash, vault.address, zeroAddress)).toBe(
      BigInt(out0.amountBase),
    );
    expect(await flow.chain.moved(half.hash, vault.address, USDC)).toBe(BigInt(out1.amountBase));
    // 1% below, rounded down.
    expect(out1.boundBase).toBe(String((BigInt(out1.amountBase) * 99n) / 100n));

    await done(vault, "burn_position", { tokenId: String(tokenId) });
    expect(await idsOf(vault)).toEqual([]);
    await expect(ownerOf(tokenId!)).rejects.toThrow("NOT_MINTED");
    const end = await flow.chain.nav(vault.address, vault.owner);
    // In and out again costs the rounding, and the fees came on top.
    expect(end.unitaryValue >= before.unitaryValue - 1n).toBe(true);
    expect((await flow.stack.tool(vault, "get_lp_positions")).body.data.positions).toEqual([]);
  });

  test("behavior: one-sided, full range, token pairs without coin, removal with burn", async () => {
    const vault = await flow.newVault({ fund: { ETH: 5n * 10n ** 18n, USDT: 5_000_000_000n } });
    const above = await done(vault, "add_liquidity", {
      ...POOL,
      amountA: "0.5",
      tickRange: "3000,4000",
    });
    expect(5n * 10n ** 17n - BigInt(above.body.data.amounts[0].amountBase)).toBeLessThan(10_000n);
    expect(above.body.data.amounts[1].amountBase).toBe("0");
    expect(above.body.data.amounts[1].boundBase).toBe("0");
    const below = await done(vault, "add_liquidity", {
      ...POOL,
      amountB: "500",
      tickRange: "1500,2000",
    });
    expect(below.body.data.amounts[0].amountBase).toBe("0");
    expect(BigInt(below.body.data.amounts[1].amountBase) <= 500_000_000n).toBe(true);
    const dollars = { tokenA: "USDT", tokenB: "USDC", fee: 100 };
    await done(vault, "add_liquidity", {
      ...dollars,
      amountA: "100",
      amountB: "5000",
      tickRange: "full",
    });
    const ids = await idsOf(vault);
    expect(ids).toHaveLength(3);
    const listed = (await flow.stack.tool(vault, "get_lp_positions")).body.data.positions;
    expect(listed.map(({ inRange }: any) => inRange)).toEqual([false, false, true]);
    for (const tokenId of ids.map(String))
      await done(vault, "remove_liquidity", { tokenId, liquidityAmount: "all", burn: true });
    expect(await idsOf(vault)).toEqual([]);
  });
});

/**
 * What the vault counts for its positions, in its base token: its own list, converted by itself.
 */
async function countedOf(vault: TestVault): Promise<bigint> {
  const held = parseAbi([
    "function getAppTokensAndBalancesView() view returns ((address token, int256 amount)[])",
  ]);
  const list = await flow.chain.client.readContract({
    address: vault.address,
    abi: held,
    functionName: "getAppTokensAndBalancesView",
  });
  const values = await Promise.all(
    list.map(({ token, amount }) => flow.chain.oracle(vault.address, token, amount, USDC)),
  );
  return values.reduce((sum, value) => sum + value, 0n);
}

describe("sent by the agent", () => {
  test("behavior: autonomous, all five calls are mined; without the selector none is", async () => {
    const vault = await flow.newVault();
    await flow.stack.delegated(vault, TRADE_SELECTORS);
    await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
    const call = (tool: string, args: object) =>
      flow.stack.tool(vault, tool, args, { executionMode: "delegated" });
    const open = { ...POOL, amountA: "1", tickRange: "+-10%" };
    expect(await call("add_liquidity", open)).toMatchObject({
      status: 400,
      body: { error: "not_delegated" },
    });
    await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
    const confirmed = { status: 200, body: { execution: { status: "confirmed" } } };
    expect(await call("add_liquidity", open)).toMatchObject(confirmed);
    expect(await call("add_liquidity", open)).toMatchObject(confirmed);
    const [tokenId = 0n, ...rest] = await idsOf(vault);
    expect(rest).toEqual([]);
    await earnFees();
    expect(await call("collect_lp_fees", { tokenId: String(tokenId) })).toMatchObject(confirmed);
    const half = { tokenId: String(tokenId), liquidityAmount: "50%" };
    expect(await call("remove_liquidity", half)).toMatchObject(confirmed);
    expect(await call("burn_position", { tokenId: String(tokenId) })).toMatchObject(confirmed);
    expect(await idsOf(vault)).toEqual([]);
  });

  test("behavior: in confirm mode what was approved is sent as it was approved", async () => {
    const vault = await flow.newVault();
    await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
    const open = { ...POOL, amountA: "1", tickRange: "+-10%" };
    const offered = await flow.stack.tool(vault, "add_liquidity", open, {
      executionMode: "delegated",
    });
    expect(offered.status, JSON.stringify(offered.body)).toBe(200);
    expect(await idsOf(vault)).toEqual([]);
    // The pool moves a little and time passes: planned again it would be another call.
    await flow.movePool("v4_ETH_USDC", 10_005);
    const approved = await flow.stack.call("POST", "/api/operations/approve", {
      operationId: offered.body.operationId,
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await flow.stack.credentials(vault.ownerKey)),
    });
    expect(approved, JSON.stringify(approved.body)).toMatchObject({
      status: 200,
      body: { execution: { status: "confirmed" } },
    });
    expect(await idsOf(vault)).toHaveLength(1);
  });
});

describe("ways out stay open", () => {
  const away: [string, () => Promise<void>][] = [
    ["the pool is 40% up", () => flow.movePool("v4_ETH_USDC", 14_000)],
    ["the oracle is 6% down", () => flow.moveOracle(9_400)],
  ];

  test.each(away)(
    "behavior: while %s, the agent takes out, collects and burns, and the vault loses nothing",
    async (_, move) => {
      const vault = await flow.newVault();
      await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
      await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
      const tokenId = String(await opened(vault, { tickRange: "full" }));
      await earnFees();
      await move();
      const before = await flow.chain.nav(vault.address, vault.owner);
      const call = (tool: string, args: object = {}) =>
        flow.stack.tool(vault, tool, { tokenId, ...args }, { executionMode: "delegated" });
      for (const [tool, args] of [
        ["collect_lp_fees", {}],
        ["remove_liquidity", { liquidityAmount: "50%" }],
        ["burn_position", {}],
      ] as const) {
        const answer = await call(tool, args);
        expect(answer, JSON.stringify(answer.body)).toMatchObject({
          status: 200,
          body: { execution: { status: "confirmed" } },
        });
      }
      expect(await idsOf(vault)).toEqual([]);
      // A position counts at the oracle's price, and out of a pool that is elsewhere comes more
      // than that.
      const after = await flow.chain.nav(vault.address, vault.owner);
      expect(after.unitaryValue >= before.unitaryValue - 1n).toBe(true);
    },
  );

  test("behavior: unsigned too, with the distance as a figure", async () => {
    const vault = await flow.newVault();
    const tokenId = String(await opened(vault));
    await flow.moveOracle(9_400);
    const built = await flow.stack.tool(vault, "remove_liquidity", {
      tokenId,
      liquidityAmount: "all",
    });
    expect(built.status, JSON.stringify(built.body)).toBe(200);
    expect(built.body.data.poolPrice).toMatchObject({ toleranceBps: 500, deltaBps: 638 });
  });
});

/**
 * A market's price of the coin, in units of a dollar for one wei, as a square root in Q64.96
 * (chain-pools.ts).
 */
const MARKET_SQRT = 3_961_407_134_865_513_764_005_748n;
/** 1.4 times that price: sqrt(1.4) is 1.18321596. */
const MOVED_SQRT = (MARKET_SQRT * 118_321_596n) / 100_000_000n;
const strangerAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24)",
  "function swapTo(PoolKey key, bool zeroForOne, uint160 sqrtPriceX96) payable",
]);

describe("the second price of what is added", () => {
  /**
   * A vault of 100,000 USDC and 10 ETH whose agent acts on its own, within limits that let it buy
   * listed tokens.
   */
  async function autonomous(): Promise<TestVault> {
    const vault = await flow.newVault();
    await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
    await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
    return vault;
  }
  const added = (vault: TestVault, args: object) =>
    flow.stack.tool(vault, "add_liquidity", args, { executionMode: "delegated" });

  test("behavior: a stranger's 40% oracle move and pool gain nothing as vault adds", async () => {
    const { chain } = flow.stack.stack;
    const { address: from } = chain.accounts.stranger;
    const vault = await autonomous();
    await flow.pushOracle("USDC", 14_000);
    await fundAccount(chain, from, { ETH: 60n * 10n ** 18n });
    const own = {
      currency0: zeroAddress,
      currency1: USDC,
      fee: 3_000,
      tickSpacing: 60,
      hooks: zeroAddress,
    } as const;
    await sendTransaction(chain, {
      ...{ from, to: chain.addresses.poolManager },
      data: encodeFunctionData({
        abi: strangerAbi,
        functionName: "initialize",
        args: [own, MOVED_SQRT],
      }),
    });
    const before = await flow.chain.balances(from);
    const args = {
      tokenA: "ETH",
      tokenB: "USDC",
      fee: 3_000,
      amountB: "90000",
      tickRange: "2500,3450",
    };
    const answer = await added(vault, args);
    // Its owner gets the transaction, and is told.
    const unsigned = await flow.stack.tool(vault, "add_liquidity", args);
    // Whatever the vault's agent did, the stranger now trades his own pool back to the market's
    // price.
    await sendTransaction(chain, {
      ...{ from, to: chain.addresses.whale, valueWei: 50n * 10n ** 18n, gas: 1_000_000n },
      data: encodeFunctionData({
        abi: strangerAbi,
        functionName: "swapTo",
        args: [own, true, MARKET_SQRT],
      }),
    });
    const after = await flow.chain.balances(from);
    const gainBase =
      after.USDC - before.USDC + ((after.ETH - before.ETH) * 2_500_000_000n) / 10n ** 18n;
    // Gas alone: a cent.
    expect(gainBase <= 0n, `the stranger gained ${gainBase / 1_000_000n} USDC`).toBe(true);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 400,
      body: {
        error: "second_price_differs",
        details: {
          poolPrice: expect.stringMatching(/^3(499|500)\./),
          oraclePrice: expect.stringMatching(/^3(499|500)\./),
          soldPrice: expect.stringMatching(/^24\d\d\./),
          boughtPrice: expect.stringMatching(/^25\d\d\./),
          toleranceBps: 500,
        },
      },
    });
    expect(await idsOf(vault)).toEqual([]);
    expect(unsigned).toMatchObject({
      status: 200,
      body: { data: { warnings: [{ code: "second_price_differs" }] } },
    });
    expect(unsigned.body.message).toContain("sold at a venue 24");
  });

  test("error: a pair right one way, 38% off the other takes nothing; as it is, yes", async () => {
    const vault = await autonomous();
    const { stack, proxies } = flow.stack;
    const open = { ...POOL, amountA: "1", tickRange: "+-10%" };
    proxies["0x"].before(async ({ path, headers }) => {
      if (!/sellToken=0xeeee/i.test(path)) return undefined;
      const key = { "0x-api-key": String(headers["0x-api-key"]), "0x-version": "v2" };
      const honest = await (
        await fetch(stack.venues["0x"].baseUrl + path, { headers: key })
      ).text();
      const body = JSON.parse(honest);
      const more = (amount: string) => String((BigInt(amount) * 138n) / 100n);
      const buys = { buyAmount: more(body.buyAmount), minBuyAmount: more(body.minBuyAmount) };
      const headersOut = { "content-type": "application/json" };
      return { status: 200, headers: headersOut, body: JSON.stringify({ ...body, ...buys }) };
    });
    expect(await added(vault, open)).toMatchObject({
      status: 400,
      body: { error: "second_price_differs", details: { soldPrice: expect.stringMatching(/^34/) } },
    });
    proxies["0x"].clearHooks();
    proxies["0x"].reset();
    const { status, body } = await added(vault, open);
    expect([status, body.execution?.status], JSON.stringify(body)).toEqual([200, "confirmed"]);
    expect(body.data.secondPrice).toMatchObject({
      toleranceBps: 500,
      deltaBps: expect.any(Number),
    });
    // Two calls of the venue, one for each direction, and none of the other venue's.
    expect(proxies["0x"].log()).toHaveLength(2);
  });
});

describe("hooks of pools", () => {
  /**
   * Bit 9 of a hook's address: it is asked before liquidity is taken out (Uniswap v4-core,
   * Hooks.sol). This one always reverts.
   */
  const HOLDING: Address = `0x${"ab".repeat(18)}0200`;
  /** Bit 4: asked after a donation, which nobody makes here. */
  const OTHER: Address = `0x${"cd".repeat(18)}0010`;

  test("behavior: one keeping liquidity is operator-named; any other waits as a card", async () => {
    const { stack } = flow.stack;
    const vault = await flow.newVault();
    await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
    await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
    for (const hooks of [HOLDING, OTHER]) {
      await flow.chain.client.request({
        method: "anvil_setCode",
        params: [hooks, "0x60006000fd"],
      } as never);
      const key = {
        currency0: zeroAddress,
        currency1: USDC,
        fee: 500,
        tickSpacing: 10,
        hooks,
      } as const;
      await sendTransaction(stack.chain, {
        ...{ from: stack.chain.accounts.stranger.address, to: stack.chain.addresses.poolManager },
        data: encodeFunctionData({
          abi: strangerAbi,
          functionName: "initialize",
          args: [key, MARKET_SQRT],
        }),
      });
    }
    const args = (hooks: Address) => ({ ...POOL, hooks, amountA: "1", tickRange: "+-10%" });
    const add = (hooks: Address) =>
      flow.stack.tool(vault, "add_liquidity", args(hooks), { executionMode: "delegated" });

    const refused = await add(HOLDING);
    expect(refused, JSON.stringify(refused.body)).toMatchObject({
      status: 400,
      body: { error: "hook_not_allowed", details: { hooks: HOLDING, allowed: "named" } },
    });
    expect(refused.body.message).toContain(
      `Action: loosen_limits 8453 ${vault.address} hook ${HOLDING}`,
    );
    const unsigned = await flow.stack.tool(vault, "add_liquidity", args(HOLDING));
    expect(unsigned).toMatchObject({
      status: 200,
      body: { data: { warnings: [{ code: "hook_not_allowed" }] } },
    });

    const waiting = await add(OTHER);
    expect(waiting, JSON.stringify(waiting.body)).toMatchObject({
      status: 200,
      body: { operationId: expect.any(String) },
    });
    expect(waiting.body.execution).toBeUndefined();
    expect(await idsOf(vault)).toEqual([]);

    // An ordinary signature names nothing, one over the hook's address does.
    const change = {
      nameHook: { hook: HOLDING, allowed: true },
      vaultAddress: vault.address,
      chainId: 8453,
    };
    const ordinary = await flow.stack.credentials(vault.ownerKey);
    const without = await flow.stack.call("POST", "/api/settings/limits", {
      ...change,
      ...ordinary,
    });
    expect(without).toMatchObject({ status: 401, body: { error: "auth_required" } });
    const at = Math.floor(stack.nowMs());
    const text = `${actionMessage(at, "loosen_limits", 8453, vault.address)} hook ${HOLDING}`;
    const signed = await signOperator(vault.ownerKey, text, at);
    const named = await flow.stack.call("POST", "/api/settings/limits", { ...change, ...signed });
    expect(named, JSON.stringify(named.body)).toMatchObject({
      status: 200,
      body: { limits: { hooks: [HOLDING] } },
    });
    const sent = await add(HOLDING);
    expect([sent.status, sent.body.execution?.status], JSON.stringify(sent.body)).toEqual([
      200,
      "confirmed",
    ]);
    // What its operator was told: the hook refuses, and nothing of the service's does.
    const [tokenId] = await idsOf(vault);
    const burn = await flow.stack.tool(vault, "burn_position", { tokenId: String(tokenId) });
    expect(burn).toMatchObject({ status: 400, body: { error: "simulation_reverted" } });
  });
});

describe("refused", () => {
  test("error: a pool whose price was moved takes nothing in, in either direction", async () => {
    const vault = await flow.newVault();
    for (const toPriceBps of [10_640, 9_400]) {
      await flow.movePool("v4_ETH_USDC", toPriceBps);
      const added = { ...POOL, amountA: "1", amountB: "3000", tickRange: "full" };
      const { status, body } = await flow.stack.tool(vault, "add_liquidity", added);
      expect([status, body.error, body.transaction]).toEqual([
        400,
        "swap_shield_blocked",
        undefined,
      ]);
      expect(body.details).toMatchObject({ toleranceBps: 500, deltaBps: expect.any(Number) });
    }
  });

  test("error: a position of somebody else, or of nobody, is not this vault's", async () => {
    const [vault, other] = [await flow.newVault(), await flow.newVault()];
    const foreign = String(await opened(other));
    for (const [tool, args] of [
      ["collect_lp_fees", {}],
      ["burn_position", {}],
      ["remove_liquidity", { liquidityAmount: "all" }],
    ] as const)
      for (const tokenId of [foreign, "999999"])
        expect(await flow.stack.tool(vault, tool, { tokenId, ...args })).toMatchObject({
          status: 400,
          body: { error: "position_not_found", message: expect.stringContaining(tokenId) },
        });
  });

  const open = { ...POOL, amountA: "1", tickRange: "+-10%" };
  const wrong: [tool: string, good: object, argument: string, values: unknown[]][] = [
    ["add_liquidity", open, "tokenA", ["", 7, "x".repeat(101)]],
    ["add_liquidity", open, "tokenB", ["", null, ["USDC"]]],
    ["add_liquidity", open, "fee", ["500", -1, 1_000_001, 0.5, 8_388_609]],
    ["add_liquidity", open, "amountA", ["0", "-1", "1e18", "1,000", 1, "0.1234567890123456789"]],
    ["add_liquidity", { ...POOL, tickRange: "full" }, "amountB", ["0", "-1", "0.1234567", 7]],
    ["add_liquidity", open, "tickRange", ["", "wide", "5,4", "+-0%", "ticks:1,2", 10]],
    ["add_liquidity", open, "tickSpacing", [0, -10, 32_768, 1.5, "10"]],
    ["add_liquidity", open, "hooks", ["0x12", "none", 1]],
    ["add_liquidity", { ...open, fee: 777 }, "tickSpacing", [undefined]],
    [
      "remove_liquidity",
      { liquidityAmount: "all" },
      "tokenId",
      [undefined, "", "-1", "1.5", "0x1", 14, "9".repeat(79)],
    ],
    ["remove_liquidity", { tokenId: "1" }, "liquidityAmount", [undefined, "", 50, "x".repeat(49)]],
    ["remove_liquidity", { tokenId: "1", liquidityAmount: "all" }, "burn", ["yes", 1]],
    ["collect_lp_fees", {}, "tokenId", [undefined, "one", 14]],
    ["burn_position", {}, "tokenId", [undefined, "01", "1e3"]],
    ["get_pool_info", {}, "poolId", ["0x12", 7, undefined]],
    ["get_pool_info", POOL, "fee", ["500", -1]],
    ["get_pool_info", POOL, "tokenB", ["", 7]],
    ["get_pool_info", POOL, "hooks", ["0x12"]],
    ["get_pool_info", POOL, "tickSpacing", [0, "1"]],
  ];

  test("error: what is wrong of each argument is a 400 that names it", async () => {
    const vault = await flow.newVault();
    for (const [tool, good, argument, values] of wrong)
      for (const value of values) {
        const { status, body } = await flow.stack.tool(vault, tool, { ...good, [argument]: value });
        expect([tool, argument, value, status, body.error]).toEqual([
          tool,
          argument,
          value,
          400,
          "invalid_request",
        ]);
        expect(body.message, tool).toContain(argument);
      }
    for (const [tool, args] of [
      ["get_lp_positions", {}],
      ["get_pool_info", POOL],
      ["add_liquidity", open],
      ["burn_position", { tokenId: "1" }],
    ] as const)
      expect(await flow.stack.tool(vault, tool, { ...args, chain: "solana" })).toMatchObject({
        status: 400,
        body: { error: "chain_not_supported" },
      });
  });

  test("error: hooks keeping amounts, missing pools, tokens without a feed, too much", async () => {
    const vault = await flow.newVault();
    const add = (args: object) =>
      flow.stack.tool(vault, "add_liquidity", {
        ...POOL,
        tickRange: "full",
        amountA: "1",
        ...args,
      });
    for (const bits of ["1", "2", "4", "8"])
      expect(
        await add({ hooks: `0x${"ab".repeat(19)}c${bits}`.replace("c", "0"), tickSpacing: 10 }),
      ).toMatchObject({
        status: 400,
        body: { error: "hook_not_allowed" },
      });
    const noFeed = "0x000000000000000000000000000000000000feed";
    expect(await add({ tokenB: noFeed, fee: 3_000, amountA: "0.1" })).toMatchObject({
      status: 400,
    });
    expect(await add({ amountA: "11" })).toMatchObject({
      status: 400,
      body: { error: "insufficient_balance", details: { token: zeroAddress } },
    });
  });
});

test("behavior: an owner opens a missing pool at oracle price; it takes liquidity", async () => {
  const vault = await flow.newVault();
  const args = { ...POOL, fee: 777, tickSpacing: 7, amountA: "1", tickRange: "+-10%" };
  const delegated = await flow.stack.tool(vault, "add_liquidity", args, {
    executionMode: "delegated",
  });
  expect(delegated).toMatchObject({ status: 400, body: { error: "pool_not_found" } });
  expect(
    await flow.stack.tool(vault, "add_liquidity", { ...args, tickRange: "5,4" }),
  ).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
  const opening = await flow.stack.tool(vault, "add_liquidity", args);
  expect(opening.status, JSON.stringify(opening.body)).toBe(200);
  const { transaction, transactions, data } = opening.body;
  expect([transaction.to, transaction.from, transaction.value]).toEqual([
    flow.stack.stack.chain.addresses.poolManager.toLowerCase(),
    vault.owner.toLowerCase(),
    "0x0",
  ]);
  expect(transactions).toEqual([transaction]);
  const from = privateKeyToAccount(vault.ownerKey);
  await sendTransaction(flow.stack.stack.chain, {
    from,
    to: transaction.to,
    data: transaction.data,
    gas: BigInt(transaction.gas),
  });
  const opened = await flow.stack.tool(vault, "get_pool_info", {
    ...POOL,
    fee: 777,
    tickSpacing: 7,
  });
  expect(opened.body.data).toMatchObject({
    exists: true,
    deltaBps: 0,
    liquidity: "0",
    poolId: data.poolId,
  });
  await done(vault, "add_liquidity", args);
  const [position] = (await flow.stack.tool(vault, "get_lp_positions")).body.data.positions;
  expect(position).toMatchObject({ poolId: data.poolId, inRange: true });
});

describe("get_pool_info", () => {
  test("default: any pool beside the oracle, by its tokens or its id", async () => {
    const vault = await flow.newVault();
    const known = await flow.stack.tool(vault, "get_pool_info", POOL);
    const { v4_ETH_USDC: pool } = flow.stack.stack.chain.pools.v4;
    expect(known.body.data).toMatchObject({
      poolId: pool!.poolId,
      exists: true,
      sqrtPriceX96: pool!.sqrtPriceX96,
      lpFee: 500,
      hookTakes: { liquidity: false, swaps: false },
    });
    expect(known.body.data.price).toMatch(/^24(99\.9|)|^2500\.0/);
    expect(known.body.data.deltaBps).toBeLessThan(5);
    await opened(vault);
    const byId = await flow.stack.tool(vault, "get_pool_info", { poolId: pool!.poolId });
    expect(byId.body.data.poolId).toBe(pool!.poolId);
  });

  test("behavior: one not existing yet is an answer; without a feed no oracle price", async () => {
    const vault = await flow.newVault();
    const none = await flow.stack.tool(vault, "get_pool_info", { ...POOL, fee: 10_000 });
    expect(none).toMatchObject({
      status: 200,
      body: { data: { exists: false, price: null, liquidity: null } },
    });
    expect(none.body.data.oraclePrice).toMatch(/^2499\.9|^2500/);
    const noFeed = "0x000000000000000000000000000000000000feed";
    const without = await flow.stack.tool(vault, "get_pool_info", {
      tokenA: "ETH",
      tokenB: noFeed,
      fee: 3_000,
    });
    expect(without).toMatchObject({
      status: 200,
      body: { data: { exists: true, oraclePrice: null, deltaBps: null } },
    });
    expect(
      await flow.stack.tool(vault, "get_pool_info", { poolId: `0x${"12".repeat(32)}` }),
    ).toMatchObject({
      status: 400,
      body: { error: "pool_not_found" },
    });
  });
});

test("behavior: reads take three requests at most, one where there is no position", async () => {
  const vault = await flow.newVault();
  const requests = async (tool: string, args: object) => {
    flow.stack.proxies.rpc.reset();
    const answer = await flow.stack.tool(vault, tool, args);
    expect(answer.status).toBe(200);
    return flow.stack.proxies.rpc.log().filter(({ body }) => !body.includes("authTimestamp"))
      .length;
  };
  await requests("get_pool_info", POOL);
  const ofOwner = await requests("switch_chain", { chain: "base" });
  expect((await requests("get_lp_positions", {})) - ofOwner).toBeLessThanOrEqual(2);
  await opened(vault);
  await opened(vault, { tickRange: "full" });
  expect((await requests("get_lp_positions", {})) - ofOwner).toBeLessThanOrEqual(3);
  expect((await requests("get_pool_info", POOL)) - ofOwner).toBeLessThanOrEqual(2);
});
