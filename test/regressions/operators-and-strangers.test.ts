import { type Address, encodeFunctionData, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { attackKit } from "../support/attack-kit.ts";
import { dumpRedis } from "../support/dump-redis.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { putVenuePrices } from "../support/put-venue-prices.ts";
import { routeTables } from "../support/route-tables.ts";
import { plainMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

// A security review's attacks on stops, on vaults that change hands, and by strangers (commit
// b6399d6). Each test names its hole.
let flow: Flow;
let kit: ReturnType<typeof attackKit>;
beforeAll(async () => {
  flow = await startFlow();
  await putVenuePrices(flow.stack.stack.redis.command, createKeys("sx:local:"));
  kit = attackKit(flow);
});
beforeEach(() => flow.stack.proxies.rpc.reset());
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const usdcOf = async (vault: TestVault) => (await flow.chain.balances(vault.address)).USDC;
/**
 * Every transaction is lost on its way to the node, so that the resolver finds the attempt unsent.
 */
const loseSends = () =>
  flow.stack.proxies.rpc.before(async ({ body }) =>
    body.includes("eth_sendRawTransaction") ? "drop" : undefined,
  );

type Stop = (vault: TestVault) => Promise<Answer>;
const stops: Record<string, Stop> = {
  cancel: (vault) => flow.stack.tool(vault, "cancel_twap_order", { id: 0 }),
  pause: (vault) => flow.stack.tool(vault, "pause_twap_order", { id: 1 }),
  revoke_delegation: (vault) => flow.stack.tool(vault, "revoke_delegation"),
  revoke_selectors: (vault) =>
    flow.stack.tool(vault, "revoke_selectors", { selectors: ["execute"] }),
};

const ownerAbi = parseAbi(["function setOwner(address newOwner)"]);
async function changeHands(vault: TestVault, to: Address): Promise<void> {
  const data = encodeFunctionData({ abi: ownerAbi, functionName: "setOwner", args: [to] });
  await flow.chain.client.setBalance({ address: vault.owner, value: 10n ** 18n });
  const from = privateKeyToAccount(vault.ownerKey);
  await sendTransaction(flow.stack.stack.chain, { from, to: vault.address, data });
}

type Case = {
  name: string;
  vault: TestVault;
  before: bigint;
  stop?: Stop;
  answer?: Promise<Answer>;
};

// H4: the resolver had read that everything allowed it, and sent 9 ms after the operator had read
// "cancelled". M2: the attempt named who had confirmed the delegation, not who acted, and passed as
// the first owner's.
test("H4 a stop between reads and send; M2 a former owner's order: no node gets it", async () => {
  const { stack, chain, orders } = flow;
  const cases: Case[] = [];
  for (const [name, stop] of Object.entries(stops)) {
    const vault = await flow.readyVault();
    await orders.create(vault, { sliceCount: 2 });
    cases.push({ name: `H4 ${name}`, vault, stop, before: await usdcOf(vault) });
  }
  // A confirmed the delegation, B has the vault and orders; then A has it again.
  const ofA = await flow.readyVault();
  const ownerKey = generatePrivateKey();
  const ofB: TestVault = { ...ofA, ownerKey, owner: privateKeyToAccount(ownerKey).address };
  await changeHands(ofA, ofB.owner);
  await orders.create(ofB, { sliceCount: 2 });
  cases.push({ name: "M2", vault: ofA, before: await usdcOf(ofA) });

  loseSends();
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 5, pending: 5 });
  for (const { name, vault } of cases) {
    expect(await kit.handedOut(vault), name).toMatchObject([
      { to: vault.address, nonce: 0, reached: false },
    ]);
  }
  stack.proxies.rpc.clearHooks();
  stack.proxies.rpc.reset();
  await changeHands(ofB, ofA.owner);
  // The last look has left the Worker and is held until the operator has their answer.
  stack.proxies.rpc.before(async ({ body }) => {
    for (const one of cases) {
      if (one.stop === undefined || one.answer !== undefined || !kit.isLastLook(body, one.vault))
        continue;
      one.answer = one.stop(one.vault);
      await one.answer;
    }
  });
  await stack.advance(90_000);
  for (const { name, vault, stop, answer } of cases) {
    if (stop !== undefined) expect(await answer, name).toMatchObject({ status: 200 });
    const sent = await kit.handedOut(vault);
    expect(sent, name).toMatchObject([{ to: vault.agent.toLowerCase(), nonce: 0, data: "0x" }]);
  }
  stack.proxies.rpc.clearHooks();
  for (const { vault } of cases) await expect.poll(() => chain.nonceOf(vault.agent)).toBe(1);
  await stack.advance(60_000);
  await stack.advance(5 * MINUTE);
  for (const { name, vault, before } of cases) {
    expect(await kit.minedBy(vault), name).toEqual(["nothing"]);
    expect(await usdcOf(vault), name).toBe(before);
    expect(await kit.attempts(vault), name).toMatchObject([{ nonce: 0, status: "replaced" }]);
    expect(await orders.order(vault, 1), name).toMatchObject({
      slicesExecuted: 0,
      amountSpent: "0",
    });
  }
});

// prepare asked whether the delegation was on, not whether it had the method.
test("M3: revoke_selectors acknowledged before prepare: slice and call are refused", async () => {
  const { stack, chain, orders } = flow;
  const [ofOrder, direct] = [await flow.readyVault(), await kit.autonomousVault()];
  await orders.create(ofOrder);
  const acknowledged: Answer[] = [];
  let pending: TestVault | undefined;
  stack.proxies.redis.before(async ({ body }) => {
    if (pending === undefined || kit.scriptOf(body) !== "prepare-attempt") return;
    const vault = pending;
    pending = undefined;
    acknowledged.push(await stack.tool(vault, "revoke_selectors", { selectors: ["execute"] }));
  });
  pending = ofOrder;
  expect(await stack.advance(MINUTE)).toMatchObject({
    slices: 1,
    executed: 0,
    failed: 1,
    pending: 0,
  });
  expect((await stack.outbox(ofOrder))[0]).toMatchObject({
    kind: "slice_failed",
    code: "not_delegated",
  });
  pending = direct;
  expect(await kit.trade(direct)).toMatchObject({ status: 400, body: { error: "not_delegated" } });
  expect(acknowledged).toMatchObject([{ status: 200 }, { status: 200 }]);
  for (const vault of [ofOrder, direct]) {
    expect(await kit.handedOut(vault)).toEqual([]);
    expect(await kit.attempts(vault)).toEqual([]);
    expect(await chain.nonceOf(vault.agent)).toBe(0);
  }
});

const down = () => flow.stack.proxies.rpc.before(async () => kit.GATEWAY_ERROR);

// The revocation was kept only after its transaction had been built: a node that failed kept the
// delegation on.
test.each([
  ["revoke_delegation", {}],
  ["revoke_selectors", { selectors: ["execute", "exec", "wrapETH", "unwrapWETH9"] }],
])(
  "M8: no node answers: %s is an error that says the service has stopped, and it has",
  async (toolName, args) => {
    const { stack } = flow;
    const vault = await kit.autonomousVault();
    const confirmed = async () =>
      (await stack.tool(vault, "check_delegation_status")).body.data.confirmed;
    expect(await confirmed()).toBe(true);
    down();
    const answer = await stack.tool(vault, toolName, args);
    expect(answer).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
    expect(answer.body.message).toContain("The service has stopped using it already.");
    stack.proxies.rpc.clearHooks();
    expect(await confirmed()).toBe(false);
    expect(await kit.trade(vault)).toMatchObject({
      status: 400,
      body: { error: "delegation_disabled" },
    });
    expect(await kit.handedOut(vault)).toEqual([]);
  },
);

test("M8: no node answers, caller not known as owner: nothing is changed or claimed", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault();
  // Past the minute for which an owner is remembered.
  await stack.advance(61_000);
  down();
  const answer = await stack.tool(vault, "revoke_delegation");
  expect(answer).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
  expect(answer.body.message).not.toContain("stopped");
  stack.proxies.rpc.clearHooks();
  expect((await stack.tool(vault, "check_delegation_status")).body.data.confirmed).toBe(true);
});

// Found beside M8: "The service has stopped using it already." stood behind the refusal of a
// selector nobody knows.
test("M8: revoke_selectors with a non-selector changes nothing and claims nothing", async () => {
  const { stack } = flow;
  const vault = await kit.autonomousVault();
  const answer = await stack.tool(vault, "revoke_selectors", {
    selectors: ["execute", "nonsense"],
  });
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(answer.body.message).not.toContain("stopped");
  expect(await kit.trade(vault)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
});

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const anonymousBuild = (of: TestVault) =>
  flow.stack.call("POST", "/api/tools?toolName=build_vault_swap", {
    arguments: swap,
    vaultAddress: of.address,
    chainId: 8453,
  });
const navKeyOf = (of: TestVault) => `sx:local:nav-seen:8453:${of.address}`;
const keys = async () => Object.keys(await dumpRedis(flow.stack.stack.redis));
const navWrites = (of: TestVault) =>
  flow.stack.proxies.redis
    .log()
    .filter(({ body }) => kit.scriptOf(body) === "record-nav" && body.includes(navKeyOf(of)));

/**
 * Counters, claims and what a payment bought (decisions D7 and D10): there for every call, whoever
 * makes it.
 */
const OF_COUNTING =
  /^sx:local:(request:((begin|end)-(paid|free)-call|count-stranger)|rate|payment):/;
/** That a payer has paid: no stranger's. */
const OF_PAYERS = /^sx:local:has-paid:/;
const DAY_SEC = 86_400;

/**
 * New keys since then, those of counting apart, which are all gone within a day. What is written
 * after an answer is there once an operator's build, asked for later, has left its own.
 */
async function newSince(before: readonly string[]): Promise<string[]> {
  const asked = await keys();
  const other = await flow.newVault();
  expect(await flow.stack.tool(other, "build_vault_swap", swap)).toMatchObject({ status: 200 });
  await expect.poll(() => flow.stack.stack.redis.command(["EXISTS", navKeyOf(other)])).toBe(1);
  const isTheirs = (key: string) =>
    key === navKeyOf(other) ||
    OF_PAYERS.test(key) ||
    key === `sx:local:bound-form:${other.owner.toLowerCase()}` ||
    (/:request:(record-nav|mark-bound-form):/.test(key) && !asked.includes(key));
  const fresh = (await keys()).filter((key) => !before.includes(key) && !isTheirs(key));
  for (const key of fresh.filter((one) => OF_COUNTING.test(one))) {
    const leftSec = await flow.stack.stack.redis.command(["TTL", key]);
    expect(leftSec, key).toBeGreaterThan(0);
    expect(leftSec, key).toBeLessThanOrEqual(DAY_SEC);
  }
  return fresh.filter((key) => !OF_COUNTING.test(key));
}

// Reading an operator's context wrote that they sign the bound form: one key for ever for every
// random key, unpaid.
test("M4: random keys of strangers at any door leave only lapsing Redis counters", async () => {
  const { stack } = flow;
  const vault = await flow.newVault();
  const nobody = { ...vault, address: `0x${"12".repeat(20)}` as const };
  const before = await keys();
  const seen = new Map<string, number>();
  for (const [of, form] of [
    [vault, "bound"],
    [vault, "plain"],
    [nobody, "bound"],
    [nobody, "plain"],
  ] as const) {
    const key = generatePrivateKey();
    const stranger = { ...of, ownerKey: key, owner: privateKeyToAccount(key).address };
    const credentials =
      form === "bound"
        ? await stack.credentials(key)
        : await signOperator(key, plainMessage(), Math.floor(stack.stack.nowMs()));
    const tables = routeTables(stack, stranger, credentials);
    for (const [route, { query = "", valid, required, headers }] of Object.entries(tables)) {
      const [method, path] = route.split(" ") as [string, string];
      if (!required.includes("authSignature") && headers === undefined && path !== "/api/tools")
        continue;
      const asQuery = `?${new URLSearchParams(Object.entries(valid).map(([name, value]) => [name, String(value)]))}`;
      const answer =
        method === "GET"
          ? await stack.call(method, path + asQuery, undefined, headers)
          : await stack.call(method, path + query, valid);
      seen.set(`${route} ${answer.status}`, (seen.get(`${route} ${answer.status}`) ?? 0) + 1);
    }
    for (const toolName of [
      "build_vault_swap",
      "revoke_delegation",
      "create_twap_order",
      "list_twap_orders",
    ]) {
      const answer = await stack.call("POST", `/api/tools?toolName=${toolName}`, {
        arguments:
          toolName === "build_vault_swap" ? swap : toolName === "create_twap_order" ? ORDER : {},
        vaultAddress: of.address,
        chainId: 8453,
        ...credentials,
      });
      expect(answer.status, toolName).toBe(403);
    }
  }
  // Nobody got in, and no door was left out. What wants a signature of its own does not even read
  // these.
  const own = ["vault/unfreeze", "telegram/pair", "telegram/unpair", "grants"].map(
    (path) => `POST /api/${path} 401`,
  );
  const expected = ["GET /api/tools 200", ...own];
  expect(
    [...seen.keys()].filter((line) => !line.endsWith(" 403") && !expected.includes(line)),
  ).toEqual([]);
  expect(seen.size).toBeGreaterThan(7);
  expect(await newSince(before)).toEqual([]);
});

const ORDER = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "100",
  sliceCount: 2,
  intervalMinutes: 5,
};

// A stranger could time builds to a moved oracle and raise the 24-hour baseline: the vault's own
// trades were then refused.
test("M5: an anonymous build writes no NAV baseline; an operator's build does", async () => {
  const { stack } = flow;
  const vault = await flow.newVault();
  stack.proxies.redis.reset();
  const before = await keys();
  expect(await anonymousBuild(vault)).toMatchObject({
    status: 200,
    body: { transaction: { to: vault.address } },
  });
  expect(await newSince(before)).toEqual([]);
  expect(navWrites(vault)).toEqual([]);

  expect(await stack.tool(vault, "build_vault_swap", swap)).toMatchObject({ status: 200 });
  await expect.poll(async () => await stack.stack.redis.command(["HLEN", navKeyOf(vault)])).toBe(1);
  expect(navWrites(vault)).toHaveLength(1);
});
