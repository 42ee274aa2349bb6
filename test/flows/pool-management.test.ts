import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseEventLogs,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activateToken } from "../../local/chain/activate-token.ts";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { TokenSymbol } from "../../local/chain/chain-tokens.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { toolResult } from "../../schemas/tool-call.ts";
import { TOOLS } from "../../src/tables/registry.ts";
import { checkToolData } from "../support/check-tool-data.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { connectMcp } from "../support/mcp-client.ts";
import { type Answer, startTestStack, type TestStack } from "../support/test-stack.ts";

const USDC = 10n ** 6n;
const ETH = 10n ** 18n;
const ZERO = `0x${"0".repeat(40)}` as const;
const abi = parseAbi([
  "function getPoolIdFromAddress(address) view returns (bytes32)",
  "function getPool() view returns ((string name, string symbol, uint8 decimals, address owner, address baseToken))",
  "function getUserAccount(address) view returns ((uint208 userBalance, uint48 activation))",
  "function allowance(address,address) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

type Wallet = { key: Hex; address: Address };
/** A wallet of a test's own, with coin for gas. */
async function wallet(amounts: Partial<Record<TokenSymbol, bigint>> = {}): Promise<Wallet> {
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await fundAccount(stack.stack.chain, address, { ETH, ...amounts });
  return { key, address: lower(address) };
}
const lower = (address: Address): Address => address.toLowerCase() as Address;
const client = () => chainClient(stack.stack.chain);
const tokens = () => stack.stack.chain.tokens;

async function call(
  name: string,
  by: Wallet | null,
  args: object,
  extra: object = {},
): Promise<Answer> {
  const credentials = by === null ? {} : await stack.credentials(by.key);
  const body = { arguments: args, chainId: 8453, ...credentials, ...extra };
  const answer = await stack.call("POST", `/api/tools?toolName=${name}`, body);
  checkToolData(TOOLS, answer.body);
  return answer;
}
const deploy = (by: Wallet, args: object) => call("deploy_smart_pool", by, args);
const on = (vaultAddress: Address) => ({
  fund: (by: Wallet | null, args: object, extra = {}) =>
    call("fund_pool", by, args, { vaultAddress, ...extra }),
  redeem: (by: Wallet | null, args: object, extra = {}) =>
    call("redeem_pool", by, args, { vaultAddress, ...extra }),
});

/**
 * Signs and sends what was answered, in order, with the gas that was answered; every one has to be
 * mined well.
 */
async function mine(by: Wallet, { status, body }: Answer) {
  expect([status, status === 200 || body]).toEqual([200, true]);
  expect(toolResult.strict().parse(body)).toEqual(body);
  expect(body.transactions[0]).toEqual(body.transaction);
  const from = privateKeyToAccount(by.key);
  const receipts = [];
  for (const one of body.transactions) {
    expect([one.from, one.chainId, one.ownerOnly]).toEqual([by.address, 8453, true]);
    const call = { to: one.to, data: one.data, valueWei: BigInt(one.value), gas: BigInt(one.gas) };
    receipts.push(await sendTransaction(stack.stack.chain, { from, ...call }));
  }
  return receipts;
}

const balance = (token: Address, holder: Address): Promise<bigint> =>
  token === ZERO
    ? client().getBalance({ address: holder })
    : client().readContract({
        address: token,
        abi: chainAbi,
        functionName: "balanceOf",
        args: [holder],
      });
const poolOf = (address: Address) =>
  client().readContract({ address, abi, functionName: "getPool" });
const poolIdOf = (vault: Address) =>
  client().readContract({
    ...{
      address: stack.stack.chain.addresses.registry,
      abi,
      functionName: "getPoolIdFromAddress",
      args: [vault],
    },
  });

let names = 0;
const freshName = () => {
  names += 1;
  return `Pool Number ${names}`;
};
async function deployed(by: Wallet, baseToken: string): Promise<Address> {
  const answer = await deploy(by, { name: freshName(), symbol: "POOL", baseToken });
  await mine(by, answer);
  return answer.body.data.vault;
}

describe("deploy_smart_pool", () => {
  test("default: the address is known before, the vault after; a second call agrees", async () => {
    const owner = await wallet();
    const args = { name: "Growth of 2026", symbol: "GRW26", baseToken: "USDC" };
    const answer = await deploy(owner, args);
    const { vault } = answer.body.data;
    expect(answer.body.data).toMatchObject({
      owner: owner.address,
      decimals: 6,
      hasPriceFeed: true,
      navShield: null,
    });
    expect(answer.body.message).toContain(vault);
    expect([answer.body.transactions.length, answer.body.transaction.value]).toEqual([1, "0x0"]);
    expect(await client().getCode({ address: vault })).toBeUndefined();

    const [receipt] = await mine(owner, answer);
    const [created] = parseEventLogs({
      abi: chainAbi,
      eventName: "PoolCreated",
      logs: receipt?.logs ?? [],
    });
    expect(created?.args.poolAddress).toBe(getAddress(vault));
    const { name, symbol, decimals, owner: owns, baseToken } = await poolOf(vault);
    expect([name, symbol, decimals, lower(owns), baseToken]).toEqual([
      ...["Growth of 2026", "GRW26", 6, owner.address],
      getAddress(tokens().USDC),
    ]);
    expect(BigInt(await poolIdOf(vault))).not.toBe(0n);

    const again = await deploy(owner, args);
    expect(expectRefusal(again)).toBe("400 vault_exists");
    expect(again.body.message).toContain(
      `exists at ${vault}, registered and owned by ${owner.address}`,
    );
    expect(again.body.details).toEqual({
      ...{ vault, name: "Growth of 2026", symbol: "GRW26", owner: owner.address, isSame: true },
      baseToken: lower(tokens().USDC),
    });
    // The name alone decides: another symbol or base token is the same vault.
    const other = await deploy(owner, { ...args, symbol: "OTHER" });
    expect([expectRefusal(other), other.body.details.isSame, other.body.details.vault]).toEqual([
      ...["400 vault_exists", false, vault],
    ]);
    // A node that does not search so far back: the name is taken all the same, and where is not
    // known.
    stack.proxies.rpc.before(async ({ body }) => {
      if (!body.includes("eth_getLogs")) return;
      const asked: { id: number }[] = JSON.parse(body);
      const error = { code: -32_005, message: "query exceeds the block range" };
      const replies = asked.map(({ id }) => ({ jsonrpc: "2.0", id, error }));
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(replies),
      };
    });
    const blind = await deploy(owner, args);
    stack.proxies.rpc.clearHooks();
    expect([expectRefusal(blind), blind.body.details.vault]).toEqual(["400 vault_exists", null]);
    // Another creator's vault of that name is another one.
    const elsewhere = await deploy(await wallet(), args);
    expect([elsewhere.status, elsewhere.body.data.vault === vault]).toEqual([200, false]);
  });

  test("default: no base token means chain's coin; unpriced, told nobody can buy in", async () => {
    const owner = await wallet();
    const coin = await deploy(owner, { name: freshName(), symbol: "ABC" });
    expect(coin.body.data).toMatchObject({ baseToken: ZERO, decimals: 18, hasPriceFeed: true });
    await mine(owner, coin);
    expect(await poolOf(coin.body.data.vault)).toMatchObject({ decimals: 18, baseToken: ZERO });
    const dark = await deploy(owner, {
      name: freshName(),
      symbol: "ABC",
      baseToken: tokens().NOFEED,
    });
    expect([dark.status, dark.body.data.hasPriceFeed]).toEqual([200, false]);
    expect(dark.body.message).toContain("nobody can buy into this vault");
    await mine(owner, dark);
    const refused = await on(dark.body.data.vault).fund(owner, { amount: "1" });
    expect(expectRefusal(refused)).toBe("400 no_price_feed");
  });

  test("error: what the factory would refuse is refused before, naming the argument", async () => {
    const owner = await wallet();
    const good = { name: "Good Name", symbol: "SYM", baseToken: "USDC" };
    const small = tokenWith(5);
    await small.placed;
    const BAD: [string, unknown][] = [
      ...[
        "Abc",
        "A".repeat(32),
        "Bad-Name",
        " Lead",
        "Trail ",
        "Two  spaces",
        "Ünicode",
        "Tab\tname",
        "",
        7,
        null,
      ].map((value): [string, unknown] => ["name", value]),
      ...["SY", "TOOLON", "sym", "S-M", "S M", "SÝM", "", 7, null].map(
        (value): [string, unknown] => ["symbol", value],
      ),
      ...["NOSUCH", owner.address, `0x${"1".repeat(39)}`, small.address, "", 7].map(
        (value): [string, unknown] => [...["baseToken", value]] as [string, unknown],
      ),
      ["chain", "solana"],
    ];
    for (const [field, value] of BAD) {
      const answer = await deploy(owner, { ...good, [field]: value });
      const refusal = expectRefusal(answer, `${field} = ${JSON.stringify(value)}`);
      expect([field, value, refusal]).toEqual([field, value, expect.stringMatching(/^400 /)]);
      if (field !== "chain")
        expect([value, answer.body.message]).toEqual([value, expect.stringContaining(field)]);
    }
    for (const field of ["name", "symbol"]) {
      const answer = await deploy(owner, { ...good, [field]: undefined });
      expect([expectRefusal(answer), answer.body.message]).toEqual([
        "400 invalid_request",
        expect.stringContaining(field),
      ]);
    }
    // The longest and the shortest that the factory takes.
    for (const args of [
      { name: "A".repeat(31), symbol: "ABCDE" },
      { name: "Abcd", symbol: "AB1" },
    ])
      expect((await deploy(owner, args)).status).toBe(200);
  });

  test("error: unsigned or badly signed is 401; delegated it is the owner's own", async () => {
    const owner = await wallet();
    const args = { name: freshName(), symbol: "SYM" };
    expect(expectRefusal(await call("deploy_smart_pool", null, args))).toBe("401 auth_required");
    const stranger = await wallet();
    const forged = { ...(await stack.credentials(stranger.key)), operatorAddress: owner.address };
    expect(expectRefusal(await call("deploy_smart_pool", null, args, forged))).toBe(
      "401 auth_signature_mismatch",
    );
    const delegated = await call("deploy_smart_pool", owner, args, { executionMode: "delegated" });
    expect(expectRefusal(delegated)).toBe("400 owner_only");
  });
});

test("behavior: MCP makes a signer's first vault, gives all purchase transactions", async () => {
  const owner = await wallet({ USDC: 1_000n * USDC });
  const payer = await stack.payer();
  const credentials = await stack.credentials(owner.key);
  const bare = await connectMcp(stack, { payer, credentials });
  const name = freshName();
  const made = await bare.client.callTool({
    ...{
      name: "deploy_smart_pool",
      arguments: { name, symbol: "MCP", baseToken: "USDC", chain: "base" },
    },
  });
  const answer: any = made.structuredContent;
  await mine(owner, { status: 200, body: answer, headers: new Headers() });
  await bare.close();
  const { client: own, close } = await connectMcp(stack, {
    payer,
    credentials,
    vault: answer.data.vault,
  });
  const bought = await own.callTool({ name: "fund_pool", arguments: { amount: "10" } });
  expect((bought.structuredContent as any).transactions).toHaveLength(2);
  await close();
});

describe("fund_pool and redeem_pool", () => {
  test("default: bought as predicted at par, locked 30 days, given back as predicted", async () => {
    const owner = await wallet({ USDC: 5_000n * USDC });
    const vault = await deployed(owner, "USDC");
    const { fund, redeem } = on(vault);
    const first = await fund(owner, { amount: "1000.5" });
    expect(first.body.transactions.map(({ to }: any) => to)).toEqual([lower(tokens().USDC), vault]);
    // 1000.5 USDC less a spread of 0.1%, at par; at least half a percent less of it.
    expect(first.body.data).toMatchObject({
      ...{ amountBase: "1000500000", spreadBps: 10, spreadBase: "1000500", feeBps: 0, decimals: 6 },
      ...{ unitaryValueBase: "1000000", expectedTokensBase: "999499500", holder: owner.address },
      navShield: { measured: false, basis: "netTotalValue", lossBps: 0 },
    });
    expect(BigInt(first.body.data.minTokensBase)).toBe(
      (999_499_500n * (10_000n - BigInt(first.body.data.slippageBps))) / 10_000n,
    );
    expect(first.body.message).toContain("Locked for 30 days");
    await mine(owner, first);
    expect(await balance(vault, owner.address)).toBe(999_499_500n);
    expect(await balance(tokens().USDC, vault)).toBe(999_499_500n);
    // The approval is used up: nothing is left that the vault could take.
    const allowance = () =>
      client().readContract({
        address: tokens().USDC,
        abi,
        functionName: "allowance",
        args: [owner.address, vault],
      });
    expect(await allowance()).toBe(0n);

    // A price other than par: the vault earns 100 USDC, so that a token costs 1.10005...
    await fundAccount(stack.stack.chain, vault, { USDC: 100n * USDC });
    const second = await fund(owner, { amount: "200" });
    expect(second.body.data.navShield).toMatchObject({
      measured: true,
      basis: "unitaryValue",
      lossBps: 0,
    });
    expect(second.body.message).toContain("locks all your vault tokens anew");
    await mine(owner, second);
    const held = 999_499_500n + BigInt(second.body.data.expectedTokensBase);
    expect(await balance(vault, owner.address)).toBe(held);

    const locked = await redeem(owner, { amount: "all" });
    expect(expectRefusal(locked)).toBe("400 vault_tokens_locked");
    const { activation } = await client().readContract({
      ...{ address: vault, abi, functionName: "getUserAccount", args: [owner.address] },
    });
    expect(locked.body.details).toMatchObject({
      unlocksAt: activation * 1_000,
      tokensBase: held.toString(),
    });
    expect(locked.body.message).toContain(new Date(activation * 1_000).toISOString());

    await stack.advance(31 * 86_400_000);
    const half = await redeem(owner, { amount: "500" });
    const before = await balance(tokens().USDC, owner.address);
    await mine(owner, half);
    expect((await balance(tokens().USDC, owner.address)) - before).toBe(
      BigInt(half.body.data.expectedBase),
    );
    expect(await balance(vault, owner.address)).toBe(held - 500n * USDC);
    const rest = await redeem(owner, { amount: "all" });
    expect(BigInt(rest.body.data.minBase)).toBeLessThan(BigInt(rest.body.data.expectedBase));
    await mine(owner, rest);
    expect([await balance(vault, owner.address), await totalSupply(vault)]).toEqual([0n, 0n]);
    const nothing = await redeem(owner, { amount: "all" });
    expect(expectRefusal(nothing)).toBe("400 insufficient_balance");
  });

  test("default: a holder, not owner, buys a coin vault with coin and is paid coin", async () => {
    const owner = await wallet();
    const vault = await deployed(owner, "ETH");
    const holder = await wallet({ ETH: 10n * ETH });
    const { fund, redeem } = on(vault);
    const answer = await fund(holder, { amount: "2.5" });
    expect([answer.body.transactions.length, BigInt(answer.body.transaction.value)]).toEqual([
      1,
      25n * 10n ** 17n,
    ]);
    await mine(holder, answer);
    // 2.5 less 0.1%, at par.
    expect(await balance(vault, holder.address)).toBe(2_497_500_000_000_000_000n);
    await stack.advance(31 * 86_400_000);
    const back = await redeem(holder, { amount: "1" });
    const before = await balance(ZERO, holder.address);
    const [receipt] = await mine(holder, back);
    const gasWei = (receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n);
    expect((await balance(ZERO, holder.address)) - before + gasWei).toBe(999_000_000_000_000_000n);
  });

  test.each([
    ["cbBTC", 8],
    ["DAI", 18],
  ] as const)("default: a base token with other decimals, %s with %d", async (symbol, decimals) => {
    const one = 10n ** BigInt(decimals);
    const owner = await wallet({ [symbol]: 10n * one });
    const vault = await deployed(owner, symbol);
    const least = await on(vault).fund(owner, { amount: "0.001" });
    expect([least.status, least.body.data.amountBase]).toEqual([200, (one / 1_000n).toString()]);
    const answer = await on(vault).fund(owner, { amount: "1.5" });
    await mine(owner, answer);
    // 1.5 less a tenth of a percent, at par.
    expect(await balance(vault, owner.address)).toBe((15n * one * 999n) / 10_000n);
  });

  test("behavior: a sufficient approval is used, a lesser is revoked before a new", async () => {
    const owner = await wallet({ USDC: 1_000n * USDC });
    const vault = await deployed(owner, "USDC");
    const approve = (amount: bigint) =>
      sendTransaction(stack.stack.chain, {
        ...{ from: privateKeyToAccount(owner.key), to: tokens().USDC },
        data: encodeFunctionData({ abi: chainAbi, functionName: "approve", args: [vault, amount] }),
      });
    await approve(100n * USDC);
    const enough = await on(vault).fund(owner, { amount: "100" });
    expect(enough.body.transactions.map(({ to }: any) => to)).toEqual([vault]);
    await approve(99n * USDC);
    const more = await on(vault).fund(owner, { amount: "100" });
    expect(more.body.transactions.map(({ description }: any) => description)).toEqual([
      "Take back the approval of USDC",
      "Let the vault take 100 USDC",
      "Buy vault tokens for 100 USDC",
    ]);
    expect(more.body.data.unmeasured).toEqual([expect.stringContaining("mined by itself")]);
    await mine(owner, more);
    expect(await balance(vault, owner.address)).toBe(99_900_000n);
  });

  test("error: a vault short of its base token pays nothing and says what is missing", async () => {
    const owner = await wallet({ USDC: 1_000n * USDC });
    const vault = await deployed(owner, "USDC");
    await mine(owner, await on(vault).fund(owner, { amount: "1000" }));
    // Most of its value is in another token now.
    await activateToken(stack.stack.chain, vault, tokens().GRG);
    await fundAccount(stack.stack.chain, vault, { GRG: 100_000n * ETH });
    await stack.advance(31 * 86_400_000);
    const answer = await on(vault).redeem(owner, { amount: "all" });
    expect(expectRefusal(answer)).toBe("400 insufficient_balance");
    expect(answer.body.details).toMatchObject({
      token: lower(tokens().USDC),
      balanceBase: "999000000",
      decimals: 6,
    });
    expect(BigInt(answer.body.details.neededBase)).toBeGreaterThan(999_000_000n);
  });

  test("error: bad amount or recipient names the argument, strangers' vaults unknown", async () => {
    const owner = await wallet({ USDC: 1_000n * USDC });
    const vault = await deployed(owner, "USDC");
    const { fund, redeem } = on(vault);
    const BAD = [
      "",
      "0",
      "0.0",
      "-1",
      "1e3",
      "1,5",
      ".5",
      "0x10",
      "0.0000001",
      "9".repeat(101),
      "all of it",
      5,
      null,
    ];
    for (const amount of [...BAD, "0.0009", "1e400"]) {
      const bought = await fund(owner, { amount });
      expect([amount, expectRefusal(bought)]).toEqual([amount, "400 invalid_request"]);
      expect([amount, bought.body.message]).toEqual([amount, expect.stringContaining("amount")]);
    }
    for (const amount of BAD) {
      const given = await redeem(owner, { amount });
      expect([amount, expectRefusal(given)]).toEqual([amount, "400 invalid_request"]);
      expect([amount, given.body.message]).toEqual([amount, expect.stringContaining("amount")]);
    }
    for (const name of ["fund_pool", "redeem_pool"])
      expect(expectRefusal(await call(name, owner, {}, { vaultAddress: vault }))).toBe(
        "400 invalid_request",
      );
    for (const recipient of [(await wallet()).address, "0x12", 7]) {
      const answer = await fund(owner, { amount: "1", recipient });
      expect([recipient, expectRefusal(answer)]).toEqual([recipient, "400 invalid_request"]);
      expect(answer.body.message).toContain("recipient");
    }
    expect((await fund(owner, { amount: "1", recipient: getAddress(owner.address) })).status).toBe(
      200,
    );
    const poor = await fund(owner, { amount: "1000.000001" });
    expect([expectRefusal(poor), poor.body.details.balanceBase]).toEqual([
      "400 insufficient_balance",
      "1000000000",
    ]);
    const unknown = on(owner.address);
    for (const answer of [
      await unknown.fund(owner, { amount: "1" }),
      await unknown.redeem(owner, { amount: "1" }),
    ])
      expect(expectRefusal(answer)).toBe("403 unknown_vault");
    for (const answer of [await fund(null, { amount: "1" }), await redeem(null, { amount: "1" })])
      expect(expectRefusal(answer)).toBe("401 auth_required");
    const delegated = { executionMode: "delegated" };
    for (const answer of [
      await fund(owner, { amount: "1" }, delegated),
      await redeem(owner, { amount: "1" }, delegated),
    ])
      expect(["400 owner_only", "400 insufficient_balance"]).toContain(expectRefusal(answer));
    expect(expectRefusal(await call("fund_pool", owner, { amount: "1" }))).toBe(
      "400 invalid_request",
    );
  });
});

const totalSupply = (address: Address) =>
  client().readContract({ address, abi, functionName: "totalSupply" });

/**
 * A contract that answers every call with one number: a token of so many decimals, if one asks it.
 */
function tokenWith(decimals: number): { address: Address; placed: Promise<void> } {
  const address: Address = `0x${"d5".repeat(20)}`;
  // PUSH1 decimals, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
  const code: Hex = `0x60${decimals.toString(16).padStart(2, "0")}5f5260205ff3`;
  return {
    address,
    placed: client()
      .setCode({ address, bytecode: code })
      .then(() => undefined),
  };
}
