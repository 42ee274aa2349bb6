import { createHash } from "node:crypto";
import { encodeFunctionData, formatUnits, type Hex, parseAbi, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const ask = (vault: TestVault, args: object = swap): Promise<Answer> =>
  flow.stack.tool(vault, "build_vault_swap", args, { executionMode: "delegated" });
const decide =
  (word: "approve" | "reject") =>
  (vault: TestVault, operationId: string, changes: object = {}) =>
    flow.orders.post(vault, `/api/operations/${word}`, { operationId, ...changes });
const approve = decide("approve");
const reject = decide("reject");
const sends = () =>
  flow.stack.proxies.rpc.log().filter(({ body }) => body.includes("eth_sendRawTransaction")).length;

/** An operation that waits, nothing of it signed. */
async function waiting(vault: TestVault, args: object = swap): Promise<string> {
  const { status, body } = await ask(vault, args);
  expect([status, body.operationId]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  return body.operationId;
}

/** Nothing of the vault was ever signed: no nonce used, none held, nothing handed to a node. */
async function expectNothingSent(vault: TestVault): Promise<void> {
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  expect(sends()).toBe(0);
  const nonceQueue = `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`;
  expect(await flow.stack.stack.redis.command(["EXISTS", nonceQueue])).toBe(0);
}

const auditKinds = async (vault: TestVault): Promise<string[]> => {
  const credentials = await flow.stack.credentials(vault.ownerKey);
  const headers = {
    "x-operator-address": credentials.operatorAddress,
    "x-auth-signature": credentials.authSignature,
    "x-auth-timestamp": String(credentials.authTimestamp),
  };
  const { body } = await flow.stack.call(
    "GET",
    `/api/audit?vault=${vault.address}`,
    undefined,
    headers,
  );
  return body.entries.map(({ content }: { content: string }) => JSON.parse(content).kind);
};

test("behavior: a request waits with figures; approved, it is sent once, as shown", async () => {
  const { stack, chain } = flow;
  const vault = await flow.readyVault();
  const before = await chain.balances(vault.address);
  flow.stack.proxies.rpc.reset();
  const { body } = await ask(vault);
  await expectNothingSent(vault);
  const { operationId, message, data } = body;
  expect(body).toMatchObject({ tool: "build_vault_swap", data: { navShield: { measured: true } } });
  expect([body.transaction, body.execution]).toEqual([undefined, undefined]);
  expect(data.swapShield.priceFeedExists).toBe(true);
  expect(message).toContain("Waits for your approval: Swap 100 USDC for about");
  expect(message).toMatch(/At least 0\.\d+ ETH arrive and at most 100 USDC leave/);
  expect(message).toContain(new Date(data.expiresAt).toISOString());
  // Three minutes, less what the call took.
  const lasts = data.expiresAt - stack.stack.nowMs();
  expect(lasts).toBeLessThanOrEqual(3 * MINUTE);
  expect(lasts).toBeGreaterThan(2 * MINUTE);
  expect(await stack.outbox(vault)).toMatchObject([
    {
      kind: "operation_waiting",
      operationId,
      vault: vault.address,
      chainId: 8453,
      expiresAt: data.expiresAt,
    },
  ]);

  const done = await approve(vault, operationId);
  const [hash] = await chain.sentBy(vault.agent);
  const sent = await chain.client.getTransaction({ hash: hash! });
  expect(createHash("sha256").update(sent.input).digest("hex")).toBe(data.dataHash);
  const bought = await chain.moved(hash!, vault.address, stack.stack.chain.tokens.ETH);
  expect(done).toMatchObject({
    status: 200,
    body: {
      tool: "build_vault_swap",
      execution: { status: "confirmed", hash, sold: "100", bought: formatUnits(bought, 18) },
    },
  });
  const after = { ...before, USDC: before.USDC - 100_000_000n, ETH: before.ETH + bought };
  expect(await chain.balances(vault.address)).toEqual(after);

  // Said again, and said too late: what became of it, and nothing more.
  for (const ms of [0, 10 * MINUTE]) {
    if (ms > 0) await stack.advance(ms);
    const again = await approve(vault, operationId);
    expect(again).toMatchObject({ status: 200, body: { execution: done.body.execution } });
  }
  expect(expectRefusal(await reject(vault, operationId))).toBe("400 operation_decided");
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  expect(sends()).toBe(1);
  expect((await auditKinds(vault)).slice(-4)).toEqual([
    "operation_opened",
    "operation_approved",
    "attempt_opened",
    "attempt_ended",
  ]);
});

test.each([
  [
    "an exact output of the pool DEX",
    { tokenIn: "USDC", tokenOut: "ETH", amountOut: "0.03", dex: "uniswap" },
  ],
  [
    "an exact input of the aggregator",
    { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "0x" },
  ],
  [
    "an exact output of the aggregator",
    { tokenIn: "USDC", tokenOut: "ETH", amountOut: "0.03", dex: "0x" },
  ],
  ["coin sold", { tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.1", dex: "uniswap" }],
])("behavior: %s is sent as it was shown, within its bounds", async (_what, args) => {
  const { chain } = flow;
  const vault = await flow.readyVault();
  const before = await chain.balances(vault.address);
  const { body } = await ask(vault, args);
  const [, least = "", , most = ""] =
    /At least ([0-9.]+) (\w+) arrive and at most ([0-9.]+) \w+ leave/.exec(body.message) ?? [];
  await flow.stack.advance(2 * MINUTE);
  const done = await approve(vault, body.operationId);
  expect(done).toMatchObject({ status: 200, body: { execution: { status: "confirmed" } } });
  const [hash, ...others] = await chain.sentBy(vault.agent);
  expect(others).toEqual([]);
  const sent = await chain.client.getTransaction({ hash: hash! });
  expect(createHash("sha256").update(sent.input).digest("hex")).toBe(body.data.dataHash);
  const after = await chain.balances(vault.address);
  const [sold, bought] =
    args.tokenIn === "USDC" ? (["USDC", "ETH"] as const) : (["ETH", "USDC"] as const);
  const units = { USDC: 6, ETH: 18 };
  expect(after[bought] - before[bought]).toBeGreaterThanOrEqual(parseUnits(least, units[bought]));
  expect(before[sold] - after[sold]).toBeLessThanOrEqual(parseUnits(most, units[sold]));
});

test("behavior: approved many times at once, it is executed once", async () => {
  const { chain } = flow;
  const vault = await flow.readyVault();
  const operationId = await waiting(vault);
  const answers = await Promise.all(Array.from({ length: 5 }, () => approve(vault, operationId)));
  const [hash, ...others] = await chain.sentBy(vault.agent);
  expect(others).toEqual([]);
  const confirmed = answers.filter(({ body }) => body.execution?.status === "confirmed");
  expect(confirmed.length).toBeGreaterThan(0);
  for (const answer of answers) {
    // While the one runs, the others are told that it does, or its hash.
    if (answer.status === 200) expect(answer.body.execution.hash).toBe(hash);
    else expect(expectRefusal(answer)).toBe("409 conflict");
  }
  expect(await approve(vault, operationId)).toMatchObject({
    status: 200,
    body: { execution: { hash } },
  });
  expect(sends()).toBe(1);
});

test("behavior: an approval whose send is unanswered is pending; a second sends none", async () => {
  const { stack, chain } = flow;
  const vault = await flow.readyVault();
  const operationId = await waiting(vault);
  const { rpc } = stack.proxies;
  let held: string[] = [];
  rpc.before(async ({ body }) => {
    if (!body.includes("eth_sendRawTransaction")) return undefined;
    held.push(body);
    return {
      status: 500,
      headers: { "content-type": "application/json" },
      body: '{"error":"node down"}',
    };
  });
  const first = await approve(vault, operationId);
  expect(first).toMatchObject({ status: 200, body: { execution: { status: "pending" } } });
  const { hash } = first.body.execution;
  expect(await approve(vault, operationId)).toMatchObject({
    status: 200,
    body: { execution: { status: "pending", hash } },
  });
  expect(held).toHaveLength(1);
  held = [];
  rpc.clearHooks();
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  // The resolver sends the same bytes at the same nonce; the operation tells its outcome.
  await stack.advance(MINUTE);
  await stack.advance(MINUTE);
  expect(await chain.sentBy(vault.agent)).toEqual([hash]);
  expect(await approve(vault, operationId)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed", hash, sold: "100" } },
  });
});

test("behavior: rejected it is over, for its operator alone to say", async () => {
  const vault = await flow.readyVault();
  const other = await flow.readyVault();
  flow.stack.proxies.rpc.reset();
  const operationId = await waiting(vault);
  // By another operator, for another vault, on another chain, by a changed id: there is no such
  // operation.
  expect(expectRefusal(await reject(other, operationId))).toBe("400 operation_not_found");
  expect(expectRefusal(await approve(other, operationId))).toBe("400 operation_not_found");
  const foreign = await flow.stack.credentials(other.ownerKey);
  expect(expectRefusal(await approve(vault, operationId, foreign))).toBe("403 not_vault_owner");
  expect(expectRefusal(await approve(vault, operationId, { authSignature: "0x12" }))).toBe(
    "401 auth_signature_mismatch",
  );
  const last = operationId.endsWith("0") ? "1" : "0";
  for (const id of [
    operationId.slice(0, -1),
    operationId.slice(0, -1) + last,
    operationId.toUpperCase(),
    "x",
  ])
    if (id !== operationId)
      expect(expectRefusal(await approve(vault, id))).toBe("400 operation_not_found");
  expect(expectRefusal(await approve(vault, `${operationId}:x`))).toBe("400 invalid_request");

  expect(await reject(vault, operationId)).toMatchObject({
    status: 200,
    body: { tool: "build_vault_swap" },
  });
  expect(expectRefusal(await approve(vault, operationId))).toBe("400 operation_decided");
  expect(expectRefusal(await reject(vault, operationId))).toBe("400 operation_decided");
  await expectNothingSent(vault);
  expect((await auditKinds(vault)).slice(-2)).toEqual(["operation_opened", "operation_rejected"]);
});

test("behavior: after three minutes it cannot be approved", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault();
  stack.proxies.rpc.reset();
  const operationId = await waiting(vault);
  await stack.advance(3 * MINUTE);
  for (const word of [approve, reject])
    expect(expectRefusal(await word(vault, operationId))).toBe("400 operation_expired");
  await expectNothingSent(vault);
});

const abi = parseAbi(["function setOwner(address newOwner)"]);
const changes: [string, string, (vault: TestVault) => Promise<unknown>][] = [
  [
    "the pool gives less than its least output",
    "400 simulation_reverted",
    () => flow.movePool("v4_ETH_USDC", 10_300),
  ],
  [
    "the oracle has moved away from the quote",
    "400 swap_shield_blocked",
    () => flow.moveOracle(9_300),
  ],
  [
    "the delegation was switched off",
    "400 delegation_disabled",
    (vault) => flow.stack.tool(vault, "revoke_delegation"),
  ],
  [
    "the agent has no coin",
    "400 insufficient_gas",
    ({ agent }) => flow.chain.client.setBalance({ address: agent, value: 0n }),
  ],
  [
    "the vault has another owner",
    "403 not_vault_owner",
    (vault) =>
      sendTransaction(flow.stack.stack.chain, {
        from: privateKeyToAccount(vault.ownerKey),
        to: vault.address,
        data: encodeFunctionData({
          abi,
          functionName: "setOwner",
          args: [flow.stack.stack.chain.accounts.stranger.address],
        }),
      }),
  ],
];

test.each(changes)(
  "error: approved when %s: %s, nothing sent, and it has ended",
  async (_what, refusal, change) => {
    const { stack } = flow;
    const vault = await flow.readyVault();
    stack.proxies.rpc.reset();
    const operationId = await waiting(vault);
    await change(vault);
    const refused = await approve(vault, operationId);
    expect(expectRefusal(refused)).toBe(refusal);
    expect(refused.body.message).toContain("ask again");
    await expectNothingSent(vault);
    const again = await approve(vault, operationId);
    // Whoever no longer owns the vault may by now be refused at the door.
    const ended = refusal.startsWith("403")
      ? [refusal, "400 operation_decided"]
      : ["400 operation_decided"];
    expect(ended).toContain(expectRefusal(again));
    await expectNothingSent(vault);
  },
);

test("error: frozen, nothing is approved or newly waits; rejecting is still allowed", async () => {
  const { stack, orders } = flow;
  const vault = await flow.readyVault();
  stack.proxies.rpc.reset();
  const operationId = await waiting(vault);
  await orders.post(vault, "/api/vault/freeze", {});
  expect(expectRefusal(await approve(vault, operationId))).toBe("400 vault_frozen");
  expect(expectRefusal(await ask(vault))).toBe("400 vault_frozen");
  expect(await reject(vault, operationId)).toMatchObject({ status: 200 });
  await expectNothingSent(vault);
});

test("error: what a shield, the balance or the delegation refuses never waits", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault();
  const stranger = await flow.newVault();
  expect(expectRefusal(await ask(vault, { ...swap, amountIn: "200000" }))).toBe(
    "400 insufficient_balance",
  );
  expect(["not_delegated", "simulation_reverted"]).toContain((await ask(stranger)).body.error);
  await flow.movePool("v4_ETH_USDC", 10_640);
  expect(expectRefusal(await ask(vault))).toBe("400 swap_shield_blocked");
  expect(await stack.outbox(vault)).toEqual([]);
  const ownerOnly = await stack.tool(
    vault,
    "revoke_delegation",
    {},
    { executionMode: "delegated" },
  );
  expect(expectRefusal(ownerOnly)).toBe("400 owner_only");
});

test("behavior: a wrap waits too; slices do not, their order was the approval", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const operationId = await waiting(vault, { tokenIn: "ETH", tokenOut: "WETH", amountIn: "1" });
  const before = await chain.balances(vault.address);
  expect(await approve(vault, operationId)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed", sold: "1", bought: "1" } },
  });
  const one = 10n ** 18n;
  expect(await chain.balances(vault.address)).toEqual({
    ...before,
    ETH: before.ETH - one,
    WETH: before.WETH + one,
  });
  const id = await orders.create(vault);
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 1 });
  const hashes: Hex[] = await chain.sentBy(vault.agent);
  expect(hashes).toHaveLength(2);
});
