import { type Address, type Hex, toFunctionSelector } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { jsonAnswer } from "../../local/lib/json-answer.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { getAs, giveGrant, toolAs } from "../support/callers/give-grant.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import { overviewByChain } from "../support/overview-by-chain.ts";
import { type Answer, type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";
import { watchWire } from "../support/watch-wire.ts";

const ETH = 10n ** 18n;
const USDC = 10n ** 6n;
const CONVERT = toFunctionSelector("convertTokenAmount(address,int256,address)").slice(2);
const NAV_VIEW = toFunctionSelector("getNavDataView()").slice(2);
const IDS = toFunctionSelector("getUniV4TokenIds()").slice(2);
const LIQUIDITY: Hex = "0xdd46508f";

let flow: Flow;
/** Its agent may trade; three tokens, limits, two orders, and a swap that waits. */
let vault: TestVault;
let operationId: string;
beforeAll(async () => {
  flow = await startFlow();
  const { stack } = flow;
  vault = await stack.newVault({
    fund: { ETH: 3n * ETH, DAI: 777n * ETH + 1n, cbBTC: 12_345_678n },
  });
  await stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
  const limits = { ...(await authOf(vault)), maxPerDay: "5000" };
  expect((await stack.call("POST", "/api/settings/limits", limits)).status).toBe(200);
  const order = {
    ...{ side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "100", sliceCount: 2 },
    ...{ intervalMinutes: 5, dex: "uniswap", autoExecute: false },
  };
  for (const totalAmount of ["100", "50"])
    expect((await stack.tool(vault, "create_twap_order", { ...order, totalAmount })).status).toBe(
      200,
    );
  expect((await stack.tool(vault, "cancel_twap_order", { id: 1 })).status).toBe(200);
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "0x" };
  const offered = await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
  operationId = offered.body.operationId;
  expect(operationId, JSON.stringify(offered.body)).toMatch(/^[0-9a-f]{32}$/);
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const authOf = async (of: TestVault) => ({
  ...{ vaultAddress: of.address, chainId: 8453 },
  ...(await flow.stack.credentials(of.ownerKey)),
});
const get = async (of: TestVault, by: TestVault | null = of): Promise<Answer> => {
  const headers = by === null ? {} : credentialHeaders(await flow.stack.credentials(by.ownerKey));
  return flow.stack.call("GET", `/api/vault?vault=${of.address}&chainId=8453`, undefined, headers, {
    pay: false,
  });
};
const read = async (of: TestVault): Promise<any> => {
  const answer = await get(of);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

/** The node's own answers, but for the calls that `fails` names: these have this error. */
function failing(fails: (call: { to: Address; data: string }) => boolean, error: object): void {
  flow.stack.proxies.rpc.before(async ({ body }) => {
    const calls = JSON.parse(body) as { id: number; params: [{ to: Address; data: string }] }[];
    const bad = calls
      .filter(({ params }) => typeof params[0]?.data === "string" && fails(params[0]))
      .map(({ id }) => id);
    if (bad.length === 0) return undefined;
    const answer = await fetch(flow.stack.stack.chain.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const replies = (await answer.json()) as { id: number }[];
    return jsonAnswer(
      200,
      replies.map((one) => (bad.includes(one.id) ? { jsonrpc: "2.0", id: one.id, error } : one)),
    );
  });
}
const REVERTED = { code: 3, message: "execution reverted", data: "0x" };
const SILENT = { code: -32_603, message: "internal error" };

describe("what the owner is shown", () => {
  test("behavior: NAV, total, holdings, values and shares are the chain's own, to the last unit", async () => {
    const body = await read(vault);
    const own = await overviewByChain(flow.stack.stack.chain.rpcUrl, {
      vault: vault.address,
      owner: vault.owner,
    });
    expect([body.block, body.totalSupplyBase]).toEqual([
      own.blockNumber.toString(),
      own.supply.toString(),
    ]);
    expect([body.nav.unitaryValueBase, body.nav.netTotalValueBase]).toEqual([
      own.unitaryValue.toString(),
      own.netTotalValue.toString(),
    ]);
    expect(own.holdings).toHaveLength(4);
    const shown = body.holdings.map((one: any) => ({
      token: one.token,
      amountBase: BigInt(one.amountBase),
      valueBase: BigInt(one.value.amountBase),
      shareOfNavBps: one.value.shareOfNavBps,
    }));
    expect(shown[0]).toEqual(own.holdings[0]);
    const byToken = (a: { token: string }, b: { token: string }) => (a.token < b.token ? -1 : 1);
    expect(shown.toSorted(byToken)).toEqual(own.holdings.toSorted(byToken));
    expect(body.holdings.every(({ isCounted }: any) => isCounted)).toBe(true);
    // Nothing else is in this vault: what it holds is what it is worth.
    expect(shown.reduce((sum: bigint, { valueBase }: any) => sum + valueBase, 0n)).toBe(
      own.netTotalValue,
    );
  });

  test("behavior: agent, delegation, limits, loss budget, open orders, and what waits", async () => {
    const body = await read(vault);
    const coin = await flow.chain.client.getBalance({ address: vault.agent });
    expect(body).toMatchObject({
      ...{ ok: true, isFrozen: false, limits: "set", owner: vault.owner.toLowerCase() },
      delegation: { agent: vault.agent.toLowerCase(), isEnabled: true, methods: 5 },
      agent: {
        address: vault.agent.toLowerCase(),
        coin: { symbol: "ETH", amountBase: coin.toString() },
        trades: Number(coin / BigInt(body.agent.trade.amountBase)),
      },
      limitsLeft: { limits: { maxPerDay: "5000" }, used: { day: "0" }, left: { day: "5000" } },
      lossBudget: {
        day: { limitBps: 1_000, used: "0%", left: "10%" },
        week: { limitBps: 1_500, used: "0%", left: "15%" },
      },
      positions: { lp: [], gmx: null, hyperliquid: null },
      orders: { navSyncs: [], triggers: [], venueOrders: [], unreadable: [], isAll: true },
      operations: {
        waiting: [{ operationId, status: "waiting", tool: "build_vault_swap" }],
        isAll: true,
      },
    });
    expect(body.orders.orders.map(({ id, state }: any) => [id, state])).toEqual([[2, "active"]]);
  });

  test("behavior: the tool shows the same, at the tool's price, and says it in words", async () => {
    const { ok, ...shown } = await read(vault);
    const { body, paid } = await flow.stack.tool(vault, "get_vault_overview");
    expect([ok, paid]).toEqual([true, expect.anything()]);
    expect(body.data).toEqual(shown);
    expect(body.message).toContain(`Total value: `);
    expect(body.message).toContain("Loss budget: 10% left of 24 hours, 15% of 7 days.");
    expect(body.message).toContain("Open orders: 1, at venues: 0.");
    expect(body.message).toContain("Waiting operations: 1.");
  });

  test("behavior: what is given to it and not counted has a value and no share, and is no part of the total", async () => {
    const other = await flow.newVault({ fund: {} });
    await fundAccount(flow.stack.stack.chain, other.address, { DAI: 5n * ETH });
    const body = await read(other);
    const own = await overviewByChain(flow.stack.stack.chain.rpcUrl, {
      vault: other.address,
      owner: other.owner,
    });
    expect(own.holdings).toHaveLength(1);
    expect(body.nav.netTotalValueBase).toBe(own.netTotalValue.toString());
    const dai = body.holdings.find(({ symbol }: any) => symbol === "DAI");
    const worth = await flow.chain.oracle(
      other.address,
      dai.token,
      5n * ETH,
      own.holdings[0]!.token,
    );
    expect(dai).toMatchObject({
      isCounted: false,
      value: { amountBase: worth.toString(), shareOfNavBps: null },
    });
    expect(worth).toBeGreaterThan(4n * USDC);
  });

  test("behavior: a frozen vault says so, and an LP position is shown as its tool shows it", async () => {
    const own = await flow.newVault({ fund: { ETH: 20n * ETH } });
    await flow.stack.delegated(own, [...TRADE_SELECTORS, LIQUIDITY]);
    const mode = { ...(await authOf(own)), mode: "autonomous" };
    expect((await flow.stack.call("POST", "/api/settings/exec-mode", mode)).status).toBe(200);
    const add = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "1", tickRange: "+-10%" };
    const added = await flow.stack.tool(own, "add_liquidity", add, { executionMode: "delegated" });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    expect((await flow.orders.post(own, "/api/vault/freeze", {})).status).toBe(200);
    const body = await read(own);
    const listed = await flow.stack.tool(own, "get_lp_positions");
    expect(body.isFrozen).toBe(true);
    expect(body.positions.lp).toHaveLength(1);
    expect(body.positions.lp).toEqual(listed.body.data.positions);
    const valued = body.holdings.reduce(
      (sum: bigint, { value }: any) => sum + BigInt(value.amountBase),
      0n,
    );
    const { netTotalValue } = await overviewByChain(flow.stack.stack.chain.rpcUrl, {
      ...{ vault: own.address, owner: own.owner },
    });
    // Each token of the position is rounded down once by the vault and once by us.
    const gap = netTotalValue - valued - BigInt(body.positions.lp[0].valueBase);
    expect(gap >= -2n && gap <= 2n, String(gap)).toBe(true);
  });
});

describe("a part that cannot be read says so, and the rest stands", () => {
  const whole = ["agent", "lossBudget", "limitsLeft", "orders", "operations"];
  const stands = (body: any, ...parts: string[]) =>
    expect(
      [...whole, ...parts].filter(
        (part) => body[part] === undefined || "unavailable" in body[part],
      ),
    ).toEqual([]);

  test("behavior: a token that the oracle does not price, and the NAV that it is part of", async () => {
    const dai = flow.stack.stack.chain.tokens.DAI.toLowerCase().slice(2);
    failing(
      ({ data }) => data.includes(NAV_VIEW) || (data.includes(CONVERT) && data.includes(dai)),
      REVERTED,
    );
    const body = await read(vault);
    stands(body);
    expect([body.nav.unavailable.error, body.unitaryValue, body.netTotalValue]).toEqual([
      "no_price_feed",
      null,
      null,
    ]);
    const values = Object.fromEntries(
      body.holdings.map(({ symbol, value }: any) => [symbol, value]),
    );
    expect(values.DAI).toEqual({
      unavailable: { error: "no_price_feed", message: expect.any(String) },
    });
    expect(values.ETH).toMatchObject({
      amountBase: expect.stringMatching(/^[1-9]/),
      shareOfNavBps: null,
    });
    expect(body.holdings.find(({ symbol }: any) => symbol === "DAI").amountBase).toBe(
      (777n * ETH + 1n).toString(),
    );
  });

  test("behavior: positions that the node does not tell, and a tool that says the same", async () => {
    failing(({ data }) => data.includes(IDS), SILENT);
    const body = await read(vault);
    stands(body, "nav", "holdings");
    expect(body.positions.lp).toEqual({
      unavailable: { error: "rpc_unavailable", message: expect.any(String) },
    });
    const told = await flow.stack.tool(vault, "get_vault_overview");
    expect(told.body.data.positions).toEqual(body.positions);
    expect(told.body.message).toContain("Uniswap v4 positions: cannot be read now.");
  });

  test("behavior: the value of a holding that the node does not tell", async () => {
    const btc = flow.stack.stack.chain.tokens.cbBTC.toLowerCase().slice(2);
    failing(({ data }) => data.includes(CONVERT) && data.includes(btc), SILENT);
    const body = await read(vault);
    stands(body, "nav", "holdings");
    const found = body.holdings.find(({ symbol }: any) => symbol === "cbBTC");
    expect(found.value.unavailable.error).toBe("rpc_unavailable");
  });

  test("behavior: a node that tells nothing is a refusal as a whole", async () => {
    flow.stack.proxies.rpc.before(async () => "drop");
    expect(expectRefusal(await get(vault))).toBe("502 rpc_unavailable");
  });
});

test("attack: a stranger, another vault's owner and a caller without headers see nothing of it", async () => {
  const other = await flow.newVault();
  const answers = [await get(vault, other), await get(other, vault), await get(vault, null)];
  expect(answers.map((answer) => expectRefusal(answer))).toEqual([
    ...["403 not_vault_owner", "403 not_vault_owner", "401 auth_required"],
  ]);
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(operationId);
  const asTool = await flow.stack.tool(
    other,
    "get_vault_overview",
    {},
    { vaultAddress: vault.address },
  );
  expect(expectRefusal(asTool)).toBe("403 not_vault_owner");
});

test("behavior: one Redis trip, and three RPC requests one after another", async () => {
  await read(vault);
  const wire = watchWire(flow.stack.proxies);
  await expect.poll(() => wire.requests().every(({ to }) => to !== null)).toBe(true);
  wire.reset();
  await read(vault);
  expect(wire.labels("redis")).toEqual(["redis:read"]);
  const requests = wire.requests("rpc");
  expect(requests.length, `${wire.labels()}`).toBeLessThanOrEqual(3);
  wire.stop();
});

test("security: a grant to read opens it, sees its own operations alone, and limits only by a tool that shows them", async () => {
  const path = `/api/vault?vault=${vault.address}&chainId=8453`;
  const [all, some] = [
    await giveGrant(flow.stack, vault, { name: "all" }),
    await giveGrant(flow.stack, vault, { name: "some", tools: ["get_vault_info"] }),
  ];
  const byAll = await getAs(flow.stack, all, path);
  expect([byAll.status, byAll.body.limitsLeft?.left?.day, byAll.body.operations?.waiting]).toEqual([
    200,
    "5000",
    [],
  ]);
  const bySome = await getAs(flow.stack, some, path);
  const forbidden = {
    unavailable: { error: "grant_forbids", message: expect.stringContaining("get_vault_limits") },
  };
  expect(bySome.body).toMatchObject({
    limitsLeft: forbidden,
    lossBudget: forbidden,
    nav: byAll.body.nav,
  });
  const asTool = await toolAs(flow.stack, all, vault, "get_vault_overview");
  expect(asTool.body.data?.operations, JSON.stringify(asTool.body)).toEqual({
    waiting: [],
    isAll: true,
  });
  expect(expectRefusal(await toolAs(flow.stack, some, vault, "get_vault_overview"))).toBe(
    "403 grant_forbids",
  );
});
