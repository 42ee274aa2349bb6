import {
  extractReceiptFromResponse,
  verifyReceiptSignatureEIP712,
} from "@x402/extensions/offer-receipt";
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  formatUnits,
  type Hex,
  keccak256,
  parseAbi,
  parseTransaction,
  parseUnits,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { delegate } from "../../local/chain/delegate.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { paymentReceipt } from "../../schemas/payment-receipt.ts";
import { verifyReceipt } from "../../src/audit/verify-receipt.ts";
import { operatorHeaders } from "../support/mcp-client.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const EXECUTE = "0x3593564c";
const MULTICALL = parseAbi(["function multicall(uint256 deadline, bytes[] data)"]);
const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const DELEGATED = { executionMode: "delegated" };
const trade = (vault: TestVault, args: object = swap, extra: object = DELEGATED) =>
  flow.stack.tool(vault, "build_vault_swap", args, { ...extra });

async function autonomousVault(options?: Parameters<Flow["readyVault"]>[0]): Promise<TestVault> {
  const vault = await flow.readyVault(options);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}

/** The stored delegation, changed behind the service's back. */
async function changeRecord(vault: TestVault, change: object): Promise<void> {
  const key = `sx:local:delegation:8453:${vault.address}`;
  const record = JSON.parse((await flow.stack.stack.redis.command(["GET", key])) as string);
  await flow.stack.stack.redis.command(["SET", key, JSON.stringify({ ...record, ...change })]);
}

async function expectNothingSent(vault: TestVault): Promise<void> {
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  const sends = flow.stack.proxies.rpc
    .log()
    .filter(({ body }) => body.includes("eth_sendRawTransaction"));
  expect(sends).toEqual([]);
  const nonceQueue = `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`;
  expect(await flow.stack.stack.redis.command(["ZCARD", nonceQueue])).toBe(0);
}

const abi = parseAbi([
  "struct Delegation { address delegated; bytes4 selector; bool isDelegated; }",
  "function updateDelegation(Delegation[] delegations)",
]);
async function revokeOnChain(vault: TestVault, selector: Hex): Promise<void> {
  const args = [[{ delegated: vault.agent, selector, isDelegated: false }]] as const;
  const data = encodeFunctionData({ abi, functionName: "updateDelegation", args });
  const from = privateKeyToAccount(vault.ownerKey);
  await sendTransaction(flow.stack.stack.chain, { from, to: vault.address, data });
}

test("default: a call's receipt names it, verifies by the package and vault's log", async () => {
  const { stack } = flow;
  const vault = await autonomousVault();
  const { body, headers, paid } = await trade(vault);
  expect(body.execution.status).toBe("confirmed");
  const signed = extractReceiptFromResponse(new Response("", { headers }));
  const { signer, payload } = await verifyReceiptSignatureEIP712(signed as never);
  const listed = await stack.call("GET", "/.well-known/x402");
  expect(signer.toLowerCase()).toBe(listed.body.signer);
  const receipt = paymentReceipt.parse(
    JSON.parse(Buffer.from(headers.get("payment-response")!, "base64").toString()),
  );
  expect(payload).toMatchObject({
    payer: paid!.payer.address.toLowerCase(),
    transaction: receipt.transaction,
  });
  const credentials = operatorHeaders(undefined, await stack.credentials(vault.ownerKey));
  const page = await stack.call("GET", `/api/audit?vault=${vault.address}`, undefined, credentials);
  const verdict = await verifyReceipt(receipt, {
    service: listed.body.signer,
    agent: vault.agent,
    pages: [page.body],
  });
  expect(verdict.faults).toEqual([]);
  expect(verdict.calls).toMatchObject([
    {
      tool: "build_vault_swap",
      vault: vault.address,
      transaction: body.execution.hash,
      outcome: "confirmed",
    },
  ]);
  // What reads executes nothing, and its receipt says nothing of calls.
  const read = await stack.tool(vault, "get_vault_info");
  const plain = JSON.parse(Buffer.from(read.headers.get("payment-response")!, "base64").toString());
  expect(Object.keys(plain.extensions)).toEqual(["offer-receipt"]);
});

/**
 * Each makes exactly one of the seven points fail in a vault where all else is well (the second:
 * see seven-checks' unit test).
 */
const refusals: [string, string, (vault: TestVault) => Promise<unknown>][] = [
  [
    "1, no delegation record",
    "not_delegated",
    (vault) => flow.stack.stack.redis.command(["DEL", `sx:local:delegation:8453:${vault.address}`]),
  ],
  [
    "1, the record is disabled",
    "delegation_disabled",
    (vault) => flow.stack.tool(vault, "revoke_delegation"),
  ],
  [
    "3, revoke_selectors has taken the selector from the record, the chain still has it",
    "not_delegated",
    (vault) => flow.stack.tool(vault, "revoke_selectors", { selectors: ["execute"] }),
  ],
  [
    "3, the owner has revoked the selector on chain",
    "not_delegated",
    (vault) => revokeOnChain(vault, EXECUTE),
  ],
  [
    "4, the record names another agent, to whom the vault has really delegated",
    "agent_mismatch",
    async (vault) => {
      const agent = flow.stack.stack.chain.accounts.stranger.address.toLowerCase() as Address;
      const { address, ownerKey } = vault;
      await delegate(flow.stack.stack.chain, {
        vault: address,
        agent,
        selectors: TRADE_SELECTORS,
        ownerKey,
      });
      await changeRecord(vault, { agent });
    },
  ],
  [
    "5, the call reverts: the venue promises more than the pool gives",
    "simulation_reverted",
    () => flow.venueControl("uniswap", "skew", { bps: 400 }),
  ],
  [
    "6, the agent has no coin for gas",
    "insufficient_gas",
    (vault) => flow.chain.client.setBalance({ address: vault.agent, value: 0n }),
  ],
  [
    "7, gas costs more than the cap of the chain",
    "gas_above_cap",
    async () => {
      // docs/facts/venues.md 6: 0.04 gwei at most on 8453.
      await flow.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseUnits("0.05", 9) });
      await flow.chain.client.mine({ blocks: 1 });
    },
  ],
];

test.each(refusals)(
  "error: of the seven checks only this one fails, and nothing is sent. %s: %s",
  async (_which, code, spoil) => {
    const vault = await autonomousVault();
    const baseFee = (await flow.chain.client.getBlock()).baseFeePerGas!;
    // All seven pass before.
    expect(await trade(vault)).toMatchObject({
      status: 200,
      body: { execution: { status: "confirmed" } },
    });
    const sent = await flow.chain.nonceOf(vault.agent);
    expect(sent).toBe(1);
    await spoil(vault);
    flow.stack.proxies.rpc.reset();
    const refused = await trade(vault);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: code, message: expect.any(String) },
    });
    expect(await flow.chain.nonceOf(vault.agent)).toBe(1);
    const sends = flow.stack.proxies.rpc
      .log()
      .filter(({ body }) => body.includes("eth_sendRawTransaction"));
    expect(sends).toEqual([]);
    const nonceQueue = `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`;
    expect(await flow.stack.stack.redis.command(["ZCARD", nonceQueue])).toBe(0);
    await flow.chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
    await flow.chain.client.mine({ blocks: 1 });
  },
);

test.each(refusals)(
  "error: the same refuses an order's slice. %s: %s",
  async (_which, code, spoil) => {
    const { stack, orders, chain } = flow;
    const vault = await autonomousVault();
    const baseFee = (await chain.client.getBlock()).baseFeePerGas!;
    const id = await orders.create(vault);
    await spoil(vault);
    expect(await stack.advance(60_000)).toMatchObject({ slices: 1, failed: 1 });
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
    await chain.client.mine({ blocks: 1 });
    const [notice] = await stack.outbox(vault);
    expect(notice).toMatchObject({ kind: "slice_failed", code, orderId: id });
    expect((await orders.events(vault))[0]).toMatchObject({ success: false, error: notice.error });
    expect(await orders.order(vault, id)).toMatchObject({
      consecutiveFailures: 1,
      status: "active",
    });
    await expectNothingSent(vault);
  },
);

test("behavior: delegated execution needs an operator; autonomous, it trades at once", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const waits = { status: 200, body: { operationId: expect.stringMatching(/^[0-9a-f]{32}$/) } };
  expect(await trade(vault)).toMatchObject(waits);
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  await orders.set(vault, "exec-mode", { mode: "confirm" });
  expect(await trade(vault)).toMatchObject(waits);
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const anonymous = await stack.call("POST", "/api/tools?toolName=build_vault_swap", {
    arguments: swap,
    vaultAddress: vault.address,
    ...DELEGATED,
  });
  expect(anonymous).toMatchObject({ status: 401, body: { error: "auth_required" } });
  await expectNothingSent(vault);

  const before = await chain.balances(vault.address);
  const done = await trade(vault);
  const [hash] = await chain.sentBy(vault.agent);
  const receipt = await chain.client.getTransactionReceipt({ hash: hash! });
  const bought = await chain.moved(hash!, vault.address, stack.stack.chain.tokens.ETH);
  expect(done.status).toBe(200);
  expect(done.body.transaction).toBeUndefined();
  expect(done.body.execution).toEqual({
    status: "confirmed",
    hash,
    block: receipt.blockNumber.toString(),
    sold: "100",
    bought: formatUnits(bought, 18),
  });
  const after = await chain.balances(vault.address);
  expect(after).toEqual({ ...before, USDC: before.USDC - 100_000_000n, ETH: before.ETH + bought });
});

test.each(["manual", "delegated"])(
  "behavior: wrap and unwrap are the vault's own methods, %s",
  async (executionMode) => {
    const { stack, chain } = flow;
    const vault = await autonomousVault();
    const one = 10n ** 18n;
    const steps = [
      { tokenIn: "ETH", tokenOut: "WETH", selector: "0x1c58db4f", weth: one },
      { tokenIn: "WETH", tokenOut: "ETH", selector: "0x49616997", weth: -one },
    ];
    for (const { tokenIn, tokenOut, selector, weth } of steps) {
      const before = await chain.balances(vault.address);
      const answer = await trade(vault, { tokenIn, tokenOut, amountIn: "1" }, { executionMode });
      expect(answer.status).toBe(200);
      if (executionMode === "manual") {
        const { transaction, execution } = answer.body;
        expect(execution).toBeUndefined();
        expect(transaction).toMatchObject({
          to: vault.address,
          value: "0x0",
          from: vault.owner.toLowerCase(),
        });
        expect(transaction.data).toBe(selector + one.toString(16).padStart(64, "0"));
        expect(transaction.swapMeta).toMatchObject({
          sellAmount: "1",
          buyAmount: "1",
          price: `1 ${tokenIn} = 1 ${tokenOut}`,
        });
        const from = privateKeyToAccount(vault.ownerKey);
        await sendTransaction(stack.stack.chain, {
          from,
          to: transaction.to,
          data: transaction.data,
        });
      } else {
        const hash = (await chain.sentBy(vault.agent)).at(-1);
        expect(answer.body.execution).toMatchObject({
          status: "confirmed",
          hash,
          sold: "1",
          bought: "1",
        });
      }
      const after = await chain.balances(vault.address);
      expect(after).toEqual({ ...before, ETH: before.ETH - weth, WETH: before.WETH + weth });
    }
    expect(await chain.nonceOf(vault.agent)).toBe(executionMode === "manual" ? 0 : 2);
  },
);

test.each([
  ["sold", { tokenIn: "WETH", tokenOut: "USDC", amountIn: "1", dex: "0x" }],
  ["bought", { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "0x" }],
] as const)(
  "behavior: the wrapped coin is %s at 0x, unwrapped or wrapped on the way",
  async (_how, args) => {
    const { chain } = flow;
    const vault = await autonomousVault({ fund: { WETH: 10n ** 19n, USDC: 10n ** 9n } });
    const before = await chain.balances(vault.address);
    const done = await trade(vault, args);
    expect(done).toMatchObject({
      status: 200,
      body: { execution: { status: "confirmed", sold: args.amountIn } },
    });
    const after = await chain.balances(vault.address);
    const moved = { ETH: after.ETH - before.ETH, sold: before[args.tokenIn] - after[args.tokenIn] };
    expect(moved).toEqual({
      ETH: 0n,
      sold: parseUnits(args.amountIn, args.tokenIn === "USDC" ? 6 : 18),
    });
    expect(
      formatUnits(after[args.tokenOut] - before[args.tokenOut], args.tokenOut === "USDC" ? 6 : 18),
    ).toBe(done.body.execution.bought);
  },
);

test("error: why a native sale in a multicall would fail is shown, though swallowed", async () => {
  const vault = await flow.newVault({ fund: { ETH: 10n ** 19n } });
  await flow.venueControl("0x", "skew", { bps: 400 });
  const dated = await trade(vault, UNDATED, {});
  await flow.venueControl("0x", "native", { dated: false });
  const undated = await trade(vault, UNDATED, {});
  const { error, message, details } = dated.body;
  expect(details).toMatchObject({ revert: "TooMuchSlippage" });
  expect(undated).toMatchObject({
    status: dated.status,
    body: { error, message, details: { revert: details.revert } },
  });
});

/**
 * A native sale whose first action carries no deadline, as 0x may route it
 * (docs/facts/zeroex-settler.md).
 */
const UNDATED = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1", dex: "0x" };
const nowSec = async () => (await flow.chain.client.getBlock()).timestamp;

test("behavior: owner's multicall dates an undated native 0x sale, chain keeps it", async () => {
  const { stack, chain } = flow;
  const vault = await flow.newVault({ fund: { ETH: 10n ** 19n } });
  await flow.venueControl("0x", "native", { dated: false });
  const built = async () => (await trade(vault, UNDATED, {})).body.transaction;
  const [signed, late] = [await built(), await built()];
  const [deadline, calls] = decodeFunctionData({ abi: MULTICALL, data: signed.data }).args;
  expect(signed).toMatchObject({
    to: vault.address,
    from: vault.owner.toLowerCase(),
    value: "0x0",
    ownerOnly: true,
  });
  expect(deadline).toBe(BigInt(signed.deadline));
  expect(Number(deadline - (await nowSec()))).toBeGreaterThan(1_740);
  expect(Number(deadline - (await nowSec()))).toBeLessThanOrEqual(1_800);
  // AllowanceHolder.exec and nothing else, and no action in it that carries a deadline.
  expect(calls).toEqual([expect.stringMatching(/^0x2213bc0b/)]);
  expect(calls[0]).not.toContain("bd01c226");

  const before = await chain.balances(vault.address);
  const from = privateKeyToAccount(vault.ownerKey);
  const gas = BigInt(signed.gas);
  await sendTransaction(stack.stack.chain, { from, to: signed.to, data: signed.data, gas });
  const after = await chain.balances(vault.address);
  expect(after.ETH).toBe(before.ETH - 10n ** 18n);
  const least = BigInt(`0x${calls[0]!.slice(2 + 2 * (4 + 32 * 6 + 4 + 32 * 2)).slice(0, 64)}`);
  expect(after.USDC - before.USDC).toBeGreaterThanOrEqual(least);
  expect(least).toBeGreaterThan(2_000_000_000n);

  const call = { account: from.address, to: late.to, data: late.data };
  await stack.advance(29 * 60_000);
  await expect(chain.client.call(call)).resolves.toBeDefined();
  await stack.advance(2 * 60_000);
  expect(await nowSec()).toBeGreaterThan(BigInt(late.deadline));
  await expect(chain.client.call(call)).rejects.toThrow("AMULTICALL_DEADLINE_PAST_ERROR");
});

test("behavior: delegated, a native sale at 0x without a deadline goes as it is", async () => {
  const { stack, chain } = flow;
  const vault = await autonomousVault({ fund: { ETH: 10n ** 19n } });
  await flow.venueControl("0x", "native", { dated: false });
  const before = await chain.balances(vault.address);
  const done = await trade(vault, UNDATED);
  const [hash] = await chain.sentBy(vault.agent);
  expect(done).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed", hash, sold: "1" } },
  });
  const { input } = await chain.client.getTransaction({ hash: hash! });
  expect(input.slice(0, 10)).toBe("0x2213bc0b");
  expect(input).not.toContain("bd01c226");
  const bought = await chain.moved(hash!, vault.address, stack.stack.chain.tokens.USDC);
  expect(await chain.balances(vault.address)).toEqual({
    ...before,
    ETH: before.ETH - 10n ** 18n,
    USDC: before.USDC + bought,
  });
});

test("behavior: delegated, unmined: its nonce is freed after five minutes, for good", async () => {
  const { stack, chain } = flow;
  const vault = await autonomousVault({ fund: { ETH: 10n ** 19n } });
  await flow.venueControl("0x", "native", { dated: false });
  const before = await chain.balances(vault.address);
  const isSend = (body: string) => body.includes("eth_sendRawTransaction");
  const sends = () => stack.proxies.rpc.log().filter(({ body }) => isSend(body));
  stack.proxies.rpc.before(async ({ body }) => (isSend(body) ? "drop" : undefined));
  const answer = await trade(vault, UNDATED);
  expect(answer).toMatchObject({ status: 200, body: { execution: { status: "pending" } } });
  const [raw] = (JSON.parse(sends()[0]!.body) as { params: [Hex] }[])[0]!.params;
  // Four minutes in it is still the sale that is sent, again.
  await stack.advance(4 * 60_000);
  const again = (JSON.parse(sends().at(-1)!.body) as { params: [Hex] }[])[0]!.params[0];
  expect(parseTransaction(again)).toMatchObject({ to: vault.address, nonce: 0 });
  stack.proxies.rpc.clearHooks();
  await stack.advance(60_000);
  const [freed, ...others] = await chain.sentBy(vault.agent);
  expect(others).toEqual([]);
  const own = {
    from: vault.agent.toLowerCase(),
    to: vault.agent.toLowerCase(),
    value: 0n,
    input: "0x",
    nonce: 0,
  };
  expect(await chain.client.getTransaction({ hash: freed! })).toMatchObject(own);
  await expect(chain.client.sendRawTransaction({ serializedTransaction: raw })).rejects.toThrow(
    /nonce/i,
  );
  expect(await chain.balances(vault.address)).toEqual(before);

  // Closed by what the chain says of the nonce, with both hashes in the record.
  await stack.advance(60_000);
  const { command } = stack.stack.redis;
  expect(await command(["ZCARD", `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`])).toBe(0);
  const keys = (await command(["KEYS", "sx:local:attempt:*"])) as string[];
  const records = await Promise.all(keys.map((key) => command(["HGET", key, "json"])));
  const record = records
    .map((json) => JSON.parse(String(json)))
    .find((one) => one.vault === vault.address);
  expect(record).toMatchObject({ status: "replaced", freeingHashes: [freed] });
  expect(record.hashes).toContain(keccak256(raw));
});

test.each([
  ["setup_delegation", {}],
  ["revoke_delegation", {}],
  ["revoke_selectors", { selectors: ["wrapETH"] }],
])(
  "error: %s is the owner's own to sign: delegated it is 400 owner_only",
  async (toolName, args) => {
    const { stack } = flow;
    const vault = await autonomousVault();
    const refused = await stack.tool(vault, toolName, args, DELEGATED);
    expect(refused).toMatchObject({ status: 400, body: { error: "owner_only" } });
    await expectNothingSent(vault);
    // Nor was the delegation switched off by it.
    expect(await trade(vault)).toMatchObject({ status: 200 });
    const manual = await stack.tool(vault, toolName, args);
    expect(manual).toMatchObject({
      status: 200,
      body: { transaction: { ownerOnly: true, from: vault.owner.toLowerCase() } },
    });
  },
);

test("error: a mined revert is 400 transaction_reverted with hash; the next works", async () => {
  const { stack, chain } = flow;
  const vault = await autonomousVault();
  const before = await chain.balances(vault.address);
  let isMoved = false;
  stack.proxies.rpc.before(async ({ body }) => {
    if (!body.includes("eth_sendRawTransaction") || isMoved) return;
    isMoved = true;
    await flow.movePool("v4_ETH_USDC", 10_300);
  });
  const answer = await trade(vault);
  const [hash] = await chain.sentBy(vault.agent);
  const receipt = await chain.client.getTransactionReceipt({ hash: hash! });
  expect(receipt.status).toBe("reverted");
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: "transaction_reverted",
      details: { hash, block: receipt.blockNumber.toString() },
    },
  });
  expect(await chain.balances(vault.address)).toEqual(before);
  await flow.calm();
  const next = await trade(vault);
  expect(next).toMatchObject({ status: 200, body: { execution: { status: "confirmed" } } });
  expect(await chain.nonceOf(vault.agent)).toBe(2);
});

test("error: the sixth check counts OP stack charges for L1, refuses if unreadable", async () => {
  const { client } = flow.chain;
  const oracle = flow.stack.stack.chain.addresses.gasPriceOracle;
  const vault = await autonomousVault();
  expect(await trade(vault)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
  const code = await client.getCode({ address: oracle });
  const feeScaled = await client.getStorageAt({ address: oracle, slot: "0x0" });
  const balanceWei = await client.getBalance({ address: vault.agent });
  try {
    // A byte for a thousandth of all the agent has.
    const slot = `0x${(balanceWei * 1_000n).toString(16).padStart(64, "0")}` as const;
    await client.setStorageAt({ address: oracle, index: 0, value: slot });
    const poor = await trade(vault);
    expect(poor).toMatchObject({ status: 400, body: { error: "insufficient_gas" } });
    const { balanceWei: had, neededWei, l1FeeWei } = poor.body.details;
    expect(BigInt(neededWei) - BigInt(l1FeeWei)).toBeLessThan(BigInt(had));
    await client.setCode({ address: oracle, bytecode: "0x" });
    expect(await trade(vault)).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
  } finally {
    await client.setCode({ address: oracle, bytecode: code! });
    await client.setStorageAt({ address: oracle, index: 0, value: feeScaled! });
  }
  expect(await flow.chain.nonceOf(vault.agent)).toBe(1);
  expect(await trade(vault)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
});
