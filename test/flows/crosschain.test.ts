import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { AcrossParts } from "../../local/stack/start-parts.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import {
  startTestStack,
  type TestStack,
  type TestVault,
  TRADE_SELECTORS,
} from "../support/test-stack.ts";

const usdc = (whole: number) => BigInt(whole) * 1_000_000n;

let stack: TestStack;
let across: AcrossParts;

beforeAll(async () => {
  stack = await startTestStack({ chains: [8453, 42161], model: "scripted" });
  if (stack.stack.across === undefined) throw new Error("the second chain did not start");
  across = stack.stack.across;
}, 180_000);
afterAll(() => stack?.stop());

let names = 0;
/** A vault with the same address on both chains, 100,000 USDC on each. */
async function newVault(supplyThere = usdc(100_000)): Promise<TestVault> {
  const name = `Bridged ${++names}`;
  const vault = await stack.newVault({ name, fund: {} });
  const there = await createVault(across.chain, {
    name,
    ownerKey: vault.ownerKey,
    supply: supplyThere,
  });
  expect(there.toLowerCase()).toBe(vault.address);
  return vault;
}

const abi = parseAbi([
  "struct Params { address depositor; address recipient; address inputToken; address outputToken; uint256 inputAmount; uint256 outputAmount; uint256 destinationChainId; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function depositV3(Params params)",
]);
const message = parseAbiParameters(
  "(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool unwrap)",
);

/** A deposit that the service did not make. */
async function deposit(
  vault: TestVault,
  opType: 0 | 1,
  inputAmount = usdc(1_000),
  outputAmount = usdc(999),
) {
  const { chain } = stack.stack;
  const { timestamp } = await chainClient(chain).getBlock();
  const params = {
    ...{ depositor: zeroAddress, recipient: zeroAddress, exclusiveRelayer: zeroAddress },
    ...{
      inputToken: chain.tokens.USDC,
      outputToken: across.chain.tokens.USDC,
      inputAmount,
      outputAmount,
    },
    ...{
      destinationChainId: 42161n,
      quoteTimestamp: Number(timestamp),
      fillDeadline: 0,
      exclusivityDeadline: 0,
    },
    message: encodeAbiParameters(message, [
      { opType, navTolerance: 10_000n, sourceNativeAmount: 0n, unwrap: false },
    ]),
  };
  const data = encodeFunctionData({ abi, functionName: "depositV3", args: [params] });
  return sendTransaction(chain, {
    from: privateKeyToAccount(vault.ownerKey),
    to: vault.address,
    data,
  });
}

const BRIDGE = "0x770d096f";
const USDC = { destinationChain: "arbitrum", token: "USDC", amount: "1000" };

/** POST to a settings route as the vault's operator. */
async function set(vault: TestVault, name: string, value: object): Promise<void> {
  const auth = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await stack.credentials(vault.ownerKey)),
  };
  const answer = await stack.call("POST", `/api/settings/${name}`, { ...auth, ...value });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** The agent may bridge, and acts without asking. */
async function delegatedVault(supplyThere?: bigint): Promise<TestVault> {
  const vault = await newVault(supplyThere);
  await stack.delegated(vault, [...TRADE_SELECTORS, BRIDGE]);
  await set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}

/** Signs and sends what a tool built, as the vault's owner. */
const send = (
  vault: TestVault,
  { to, data, chainId }: { to: Address; data: Hex; chainId: number },
) =>
  sendTransaction(chainId === 42161 ? across.chain : stack.stack.chain, {
    from: privateKeyToAccount(vault.ownerKey),
    to,
    data,
  });

async function unitPrice(vault: TestVault, chainId: number): Promise<bigint> {
  const { body } = await stack.tool(vault, "get_vault_info", {}, { chainId });
  return BigInt(body.data.unitaryValueBase);
}

const usdcThere = (vault: TestVault): Promise<bigint> =>
  chainClient(across.chain).readContract({
    address: across.chain.tokens.USDC,
    abi: chainAbi,
    functionName: "balanceOf",
    args: [vault.address],
  });

/** What was seen of a unit's value, which the next call after ten minutes can confirm. */
const baseline = async (vault: TestVault, chainId = 8453): Promise<string[]> => {
  const key = `sx:local:nav-seen:${chainId}:${vault.address}`;
  const buckets = (await stack.stack.redis.command(["HVALS", key])) as string[];
  return buckets.sort();
};

describe("crosschain_transfer", () => {
  test("default: owner-signed, it reaches the other chain; a unit loses only the fee", async () => {
    const vault = await newVault();
    const { status, body } = await stack.tool(vault, "crosschain_transfer", USDC);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({
      navShield: { before: "1000000", after: "999991", lossBps: 1 },
      bridge: {
        opType: "transfer",
        amountBase: "1000000000",
        outputAmountBase: "999200000",
        feeBps: 8,
      },
    });
    const { transactionHash } = await send(vault, body.transaction);
    expect(await unitPrice(vault, 8453)).toBe(999_991n);
    await across.relayer.fill();
    const arrived = await stack.tool(vault, "verify_bridge_arrival", { transactionHash });
    expect(arrived.body.data).toMatchObject({ status: "arrived", amount: "999.2" });
    expect(await usdcThere(vault)).toBe(usdc(99_900) + 999_200_000n);
    expect(await unitPrice(vault, 42161)).toBe(1_000_000n);
  });

  test("default: sent by the agent, and back from the second chain by its owner", async () => {
    const vault = await delegatedVault();
    const sent = await stack.tool(vault, "bridge_tokens", USDC, { executionMode: "delegated" });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body).toMatchObject({
      tool: "crosschain_transfer",
      execution: { status: "confirmed" },
    });
    expect(await across.relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    const back = await stack.tool(vault, "crosschain_transfer", {
      ...{ sourceChain: "arbitrum", destinationChain: "base", token: "USDC", amount: "500" },
    });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    expect(back.body).toMatchObject({ chainSwitch: 42161, transaction: { chainId: 42161 } });
    await send(vault, back.body.transaction);
    const before = await stack.usdcOf(vault.address);
    expect(await across.relayer.fill()).toMatchObject([
      { originChainId: 42161, outcome: "filled" },
    ]);
    expect(await stack.usdcOf(vault.address)).toBe(before + 499_600_000n);
  });

  test("behavior: autonomous, a model's call waits as a card, is sent once approved", async () => {
    const vault = await delegatedVault();
    stack.stack.model?.script({
      answers: [{ calls: [{ name: "crosschain_transfer", arguments: USDC }] }],
    });
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const messages = [{ role: "user", content: "please bridge 1k usdc to the arb chain" }];
    const { body } = await stack.call("POST", "/api/chat", {
      messages,
      ...auth,
      executionMode: "delegated",
    });
    expect([body.execution, body.transaction], JSON.stringify(body)).toEqual([
      undefined,
      undefined,
    ]);
    for (const line of [
      "Waits for your approval: Move 1000 USDC from base to arbitrum.",
      "999.2 USDC arrive in about",
      "Fee: 0.8 USDC (0.08%)",
      "On base, by Across, to the same vault there.",
    ])
      expect(body.reply).toContain(line);
    expect(await across.relayer.fill()).toEqual([]);
    const approved = await stack.call("POST", "/api/operations/approve", {
      operationId: body.operationId,
      ...auth,
    });
    expect(approved.body).toMatchObject({ execution: { status: "confirmed" } });
    expect(await across.relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    expect(await usdcThere(vault)).toBe(usdc(99_900) + 999_200_000n);
  });

  test("behavior: confirm mode sends as approved, though bridge quote's time moved", async () => {
    const vault = await newVault();
    await stack.delegated(vault, [...TRADE_SELECTORS, BRIDGE]);
    const { body } = await stack.tool(vault, "crosschain_transfer", USDC, {
      executionMode: "delegated",
    });
    expect(body.operationId, JSON.stringify(body)).toMatch(/^[0-9a-f]{32}$/);
    await stack.advance(60_000);
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const approved = await stack.call("POST", "/api/operations/approve", {
      operationId: body.operationId,
      ...auth,
    });
    expect(approved, JSON.stringify(approved.body)).toMatchObject({
      status: 200,
      body: { execution: { status: "confirmed" } },
    });
    await across.relayer.fill();
    expect(await usdcThere(vault)).toBe(usdc(99_900) + 999_200_000n);
  });

  test("behavior: the coin leaves as WETH and arrives as the coin", async () => {
    const name = `Bridged ${++names}`;
    const vault = await stack.newVault({ name, baseToken: "ETH", fund: {} });
    await createVault(across.chain, { name, ownerKey: vault.ownerKey, baseToken: "ETH" });
    const { status, body } = await stack.tool(vault, "crosschain_transfer", {
      ...USDC,
      token: "ETH",
      amount: "2",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await send(vault, body.transaction);
    const client = chainClient(across.chain);
    const before = await client.getBalance({ address: vault.address });
    expect(await across.relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    expect((await client.getBalance({ address: vault.address })) - before).toBe(
      (2n * 10n ** 18n * 9_992n) / 10_000n,
    );
  });

  test("error: too much, nowhere to arrive, another owner there, an unfitting flag", async () => {
    const vault = await newVault();
    const transfer = async (args: object, from = vault) =>
      expectRefusal(await stack.tool(from, "crosschain_transfer", { ...USDC, ...args }));
    expect(await transfer({ amount: "200000" })).toBe("400 insufficient_balance");
    // More than 95% of the supply would leave.
    expect(await transfer({ amount: "97000" })).toBe("400 simulation_reverted");
    expect(await transfer({ useNativeEth: true })).toBe("400 invalid_request");
    expect(await transfer({ shouldUnwrapOnDestination: true })).toBe("400 invalid_request");
    expect(await transfer({ destinationChain: "base" })).toBe("400 invalid_request");
    expect(await transfer({ useNativeEth: "yes" })).toBe("400 invalid_request");
    expect(await transfer({}, await stack.newVault({ fund: {} }))).toBe(
      "400 bridge_destination_unready",
    );
    const abi = parseAbi(["function setOwner(address newOwner)"]);
    const args = [across.chain.accounts.stranger.address] as const;
    const data = encodeFunctionData({ abi, functionName: "setOwner", args });
    await send(vault, { to: vault.address, data, chainId: 42161 });
    expect(await transfer({})).toBe("400 bridge_destination_unready");
  });
});

/* Finding 107: twenty transfers of WETH into a USDC vault, of which four arrived. */
test("behavior: whatever is sent arrives: WETH into a USDC vault, in uneven amounts", async () => {
  const name = `Bridged ${++names}`;
  const vault = await stack.newVault({ name, fund: { WETH: 20n * 10n ** 18n } });
  await createVault(across.chain, { name, ownerKey: vault.ownerKey });
  const outcomes: string[] = [];
  for (let nth = 1; nth <= 8; nth += 1) {
    const amount = `0.${(123_456_789_012_345_679n * BigInt(nth)).toString().padStart(18, "0").slice(-18)}`;
    const { status, body } = await stack.tool(vault, "crosschain_transfer", {
      ...{ destinationChain: "arbitrum", token: "WETH", amount },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await send(vault, body.transaction);
    outcomes.push(...(await across.relayer.fill()).map(({ outcome }) => outcome));
  }
  expect(outcomes).toEqual(Array(8).fill("filled"));
});

/* Finding 106: what a stranger, or a model that was talked into it, got by syncs alone. */
describe("many syncs, and syncs to the wrong place", () => {
  const sync = (vault: TestVault, args: object = {}) =>
    stack.tool(
      vault,
      "crosschain_sync",
      { ...USDC, amount: "900", ...args },
      { executionMode: "delegated" },
    );

  test("behavior: forty 0.95% syncs: ten go out, a unit keeps nine tenths of value", async () => {
    const name = `Bridged ${++names}`;
    const vault = await stack.newVault({ name, fund: { USDC: usdc(100_000) } });
    await createVault(across.chain, { name, ownerKey: vault.ownerKey });
    await stack.delegated(vault, [...TRADE_SELECTORS, BRIDGE]);
    await set(vault, "exec-mode", { mode: "autonomous" });
    const before = await unitPrice(vault, 8453);
    let left = 199_900_000_000n;
    const answers: string[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const amount = (left * 95n) / 10_000n;
      const answered = await sync(vault, {
        amount: `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, "0")}`,
      });
      answers.push(answered.status === 200 ? "sent" : expectRefusal(answered));
      if (answered.status === 200) left -= amount;
    }
    expect(answers).toEqual([...Array(10).fill("sent"), ...Array(2).fill("400 limit_exceeded")]);
    expect((await unitPrice(vault, 8453)) * 10n >= before * 9n).toBe(true);
    await across.relayer.fill();
  });

  test("error: nothing leaves to a chain without units or where a unit is worth more", async () => {
    const empty = await newVault(0n);
    await stack.delegated(empty, [...TRADE_SELECTORS, BRIDGE]);
    await set(empty, "exec-mode", { mode: "autonomous" });
    const toNobody = await sync(empty);
    expect(expectRefusal(toNobody)).toBe("400 bridge_destination_unready");
    expect(toNobody.body.message).toContain("no units");
    expect(await stack.usdcOf(empty.address)).toBe(usdc(99_900));
    // Its owner, who signs it, is warned.
    const manual = await stack.tool(empty, "crosschain_sync", { ...USDC, amount: "900" });
    expect([manual.status, manual.body.data.warnings?.[0]?.message]).toEqual([
      200,
      expect.stringContaining("no units"),
    ]);

    const vault = await delegatedVault();
    await fundAccount(across.chain, vault.address, { USDC: usdc(1_000) });
    const upwards = await sync(vault);
    expect(expectRefusal(upwards)).toBe("400 bridge_destination_unready");
    expect(upwards.body.details).toMatchObject({ unitHere: "1", unitOf: "USDC" });
    expect(await stack.usdcOf(vault.address)).toBe(usdc(99_900));
  });
});

describe("crosschain_sync", () => {
  const sync = (vault: TestVault, args: object = {}, extra: object = {}) =>
    stack.tool(vault, "crosschain_sync", { ...USDC, amount: "900", ...args }, { ...extra });

  test("default: moves value, no supply: stated as no loss, moving the 24-hour high", async () => {
    const vault = await delegatedVault();
    await fundAccount(stack.stack.chain, vault.address as Address, { USDC: usdc(9_990) });
    // 900 of 109,890: 81.9 bps; 899.28 arrive, 9,001 of a unit's 1,100,000.
    const { status, body } = await sync(vault, {}, { executionMode: "delegated" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.execution.status).toBe("confirmed");
    expect(body.data.navShield).toMatchObject({
      ...{ before: "1100000", after: "1090990", lossBps: 1 },
      stated: { perUnit: "9001", amountBase: "899280000", bps: 82, toleranceBps: 100 },
    });
    expect(await unitPrice(vault, 8453)).toBe(1_090_990n);
    expect(await baseline(vault)).toEqual(["1090999"]);
    await across.relayer.fill();
    // 99,900 and 899.28 more, over 99,900 units.
    expect(await unitPrice(vault, 42161)).toBe(1_009_001n);
  });

  test("behavior: owner-signed, 24-hour highs follow it once asked about, once each", async () => {
    const vault = await newVault();
    // What was seen on the other chain before anything arrived.
    await stack.tool(vault, "crosschain_transfer", {
      sourceChain: "arbitrum",
      destinationChain: "base",
      token: "USDC",
      amount: "5",
    });
    const { body } = await sync(vault);
    const { transactionHash } = await send(vault, body.transaction);
    const follow = () => stack.tool(vault, "verify_bridge_arrival", { transactionHash });
    const highs = async () => [await baseline(vault), await baseline(vault, 42161)];
    expect(await highs()).toEqual([["1000000"], ["1000000"]]);
    await follow();
    expect(await highs()).toEqual([["990999"], ["1000000"]]);
    await across.relayer.fill();
    for (const _ of [1, 2]) expect((await follow()).body.data.status).toBe("arrived");
    expect(await highs()).toEqual([["990999"], ["1009001"]]);
  });

  test("behavior: pays in the coin, which arrives as the coin unless told otherwise", async () => {
    const name = `Bridged ${++names}`;
    const vault = await stack.newVault({ name, baseToken: "ETH", fund: {} });
    await createVault(across.chain, { name, ownerKey: vault.ownerKey, baseToken: "ETH" });
    await set(vault, "sync-tolerance", { tolerance: "50%" });
    const client = chainClient(across.chain);
    const coin = () => client.getBalance({ address: vault.address });
    const arrived = (10n ** 18n * 9_992n) / 10_000n;
    for (const [args, expected] of [
      [{ token: "WETH", useNativeEth: true }, arrived],
      [{ token: "ETH", shouldUnwrapOnDestination: false }, 0n],
    ] as const) {
      const { status, body } = await sync(vault, { ...args, amount: "1" });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data.navShield.stated.amountBase).toBe(arrived.toString());
      await send(vault, body.transaction);
      const before = await coin();
      expect(await across.relayer.fill()).toMatchObject([{ outcome: "filled" }]);
      expect((await coin()) - before).toBe(expected);
    }
  });

  test("error: the coin of another token or kind of chain, or without an amount", async () => {
    const vault = await newVault();
    const refused = async (args: object) => {
      const { status, body } = await sync(vault, args);
      return [status, body.error, body.message.split(":")[0]];
    };
    expect(await refused({ useNativeEth: true })).toEqual([400, "invalid_request", "useNativeEth"]);
    expect(await refused({ shouldUnwrapOnDestination: true })).toEqual([
      400,
      "invalid_request",
      "shouldUnwrapOnDestination",
    ]);
    const whole = { token: "ETH", amount: undefined };
    expect(await refused(whole)).toEqual([400, "invalid_request", "amount"]);
    expect(await refused({ ...whole, token: "WETH", useNativeEth: true })).toEqual([
      400,
      "invalid_request",
      "amount",
    ]);
  });

  test("error: beyond the operator's tolerance, whatever the call itself allows", async () => {
    const vault = await newVault();
    const refused = await sync(vault, { amount: "1100" });
    expect(expectRefusal(refused)).toBe("400 simulation_reverted");
    expect(refused.body.details.revert).toBe("NavImpactTooHigh");
    expect(expectRefusal(await sync(vault, { navToleranceBps: 101 }))).toBe("400 invalid_request");
    expect(expectRefusal(await sync(vault, { navToleranceBps: 50 }))).toBe(
      "400 simulation_reverted",
    );
    await set(vault, "sync-tolerance", { tolerance: "2%" });
    expect((await sync(vault, { amount: "1100" })).status).toBe(200);
    expect((await sync(vault, { amount: "1100", navToleranceBps: 150 })).status).toBe(200);
  });

  test("default: without an amount both unit prices come together; nothing is left", async () => {
    const vault = await newVault();
    await set(vault, "sync-tolerance", { tolerance: "50%" });
    await fundAccount(stack.stack.chain, vault.address as Address, { USDC: usdc(1_998) });
    const { status, body } = await stack.tool(vault, "equalize_nav", {
      destinationChain: "arbitrum",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    // 1,998 more here than there: half of that moves.
    expect(body.data.bridge.amountBase).toBe("999000000");
    await send(vault, body.transaction);
    await across.relayer.fill();
    const [here, there] = [await unitPrice(vault, 8453), await unitPrice(vault, 42161)];
    expect([here, there]).toEqual([1_010_000n, 1_009_992n]);
    const wrongWay = { sourceChain: "arbitrum", destinationChain: "base" };
    expect(expectRefusal(await stack.tool(vault, "crosschain_sync", wrongWay))).toBe(
      "400 invalid_request",
    );
    expect(
      expectRefusal(await stack.tool(vault, "crosschain_sync", { ...wrongWay, amount: "5" })),
    ).toBe("400 invalid_request");
  });
});

describe("get_crosschain_quote", () => {
  const quote = (vault: TestVault, args: Record<string, unknown> = {}) =>
    stack.tool(vault, "get_crosschain_quote", {
      destinationChain: "arbitrum",
      token: "USDC",
      amount: "1000",
      ...args,
    });

  test("default: what arrives, in the units of the token there, and the fee", async () => {
    const vault = await newVault();
    const { status, body } = await quote(vault);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ sourceChainId: 8453, destinationChainId: 42161, symbol: "USDC", feeBps: 8, fee: "0.8" },
      ...{
        outputAmount: "999.2",
        outputAmountBase: "999200000",
        outputDecimals: 6,
        estimatedFillSec: 3,
      },
      outputToken: across.chain.tokens.USDC.toLowerCase(),
    });
  });

  test("error: what cannot be bridged is refused in words", async () => {
    const vault = await newVault();
    expect(expectRefusal(await quote(vault, { destinationChain: "base" }))).toBe(
      "400 invalid_request",
    );
    expect(expectRefusal(await quote(vault, { destinationChain: "solana" }))).toBe(
      "400 chain_not_supported",
    );
    expect(expectRefusal(await quote(vault, { token: "GRG" }))).toBe("400 bridge_pair_unsupported");
    expect(expectRefusal(await quote(vault, { token: "USDT", destinationChain: "unichain" }))).toBe(
      "400 bridge_pair_unsupported",
    );
    expect(expectRefusal(await quote(vault, { amount: "0.05" }))).toBe("400 bridge_amount_too_low");
    for (const bad of [
      { amount: "-1" },
      { amount: "1,000" },
      { amount: "0" },
      { amount: "1.1234567" },
    ]) {
      const refused = await quote(vault, bad);
      expect(expectRefusal(refused)).toBe("400 invalid_request");
      expect(refused.body.message, JSON.stringify(bad)).toContain("amount");
    }
  });

  test("error: a fee above 2%, and answers that do not fit", async () => {
    const vault = await newVault();
    across.venue.setFee(200);
    expect((await quote(vault)).status).toBe(200);
    across.venue.setFee(201);
    const dear = await quote(vault);
    expect(expectRefusal(dear)).toBe("400 bridge_fee_too_high");
    expect(dear.body.details).toMatchObject({ feeBps: 201, maxFeeBps: 200 });
    across.venue.setFee(8);
    for (const lie of [
      { outputAmount: "1000000001" },
      { outputAmount: -1 },
      { timestamp: "1" },
      { spokePoolAddress: vault.address },
      { outputAmount: undefined },
    ]) {
      across.venue.lie(lie);
      expect(expectRefusal(await quote(vault))).toBe("502 venue_bad_response");
    }
    across.venue.lie({});
  });
});

describe("verify_bridge_arrival", () => {
  const verify = (vault: TestVault, args: Record<string, unknown>) =>
    stack.tool(vault, "verify_bridge_arrival", args);

  test("default: on its way, then arrived, however often it is asked", async () => {
    const vault = await newVault();
    const { transactionHash } = await deposit(vault, 0);
    const waiting = await verify(vault, { transactionHash });
    expect(waiting.body.data).toMatchObject({
      status: "waiting",
      destinationChainId: 42161,
      amount: "999",
      opType: "transfer",
    });
    await across.relayer.fill();
    for (const _ of [1, 2])
      expect((await verify(vault, { transactionHash, sourceChain: "base" })).body.data.status).toBe(
        "arrived",
      );
    const listed = await verify(vault, { chain: "arbitrum", token: "USDC", minAmount: "999" });
    expect(listed.body.data).toMatchObject({ status: "arrived", arrivals: [{ amount: "999" }] });
    const more = await verify(vault, { chain: "arbitrum", token: "USDC", minAmount: "1000" });
    expect(more.body.data).toMatchObject({ status: "not_seen", arrivals: [] });
  });

  test("error: another vault's transfer, and a transaction that is none, say so", async () => {
    const [vault, other] = [await newVault(), await newVault()];
    const { transactionHash } = await deposit(other, 0);
    expect(expectRefusal(await verify(vault, { transactionHash }))).toBe("400 invalid_request");
    const unknown = await verify(vault, { transactionHash: `0x${"5".repeat(64)}` });
    expect(unknown.body.data).toEqual({ status: "not_mined" });
    expect(expectRefusal(await verify(vault, {}))).toBe("400 invalid_request");
    expect(expectRefusal(await verify(vault, { transactionHash: "0x12" }))).toBe(
      "400 invalid_request",
    );
    expect(expectRefusal(await verify(vault, { transactionHash, sourceChain: "moon" }))).toBe(
      "400 chain_not_supported",
    );
    expect(expectRefusal(await verify(vault, { chain: "arbitrum", token: "DOGE" }))).toBe(
      "400 bridge_pair_unsupported",
    );
  });

  test("behavior: unfilled, it expires, returns to escrow, any wallet hands it on", async () => {
    const vault = await newVault();
    const { transactionHash } = await deposit(vault, 0);
    await stack.advance(660_000);
    expect((await verify(vault, { transactionHash })).body.data.status).toBe("expired");
    await across.relayer.refundExpired();
    const refunded = await verify(vault, { transactionHash });
    expect(refunded.body.data).toMatchObject({
      status: "refunded",
      refundTransaction: { chainId: 8453 },
    });
    const { to, data } = refunded.body.data.refundTransaction;
    await sendTransaction(stack.stack.chain, {
      from: stack.stack.chain.accounts.stranger.address,
      to,
      data,
    });
    expect(await stack.usdcOf(vault.address)).toBe(usdc(99_900));
  });
});

/*
 * Finding 107: nothing showed what was on its way, and a sync by hand did not look before it sent
 * again.
 */
test("behavior: what travels is told, delays a sync, its refund is offered when due", async () => {
  const vault = await newVault();
  await set(vault, "sync-tolerance", { tolerance: "50%" });
  await fundAccount(stack.stack.chain, vault.address as Address, { USDC: usdc(10_000) });
  const { transactionHash } = await deposit(vault, 1);
  const plan = async () => (await stack.tool(vault, "get_rebalance_plan")).body;
  const sent = {
    ...{
      transactionHash,
      sourceChainId: 8453,
      destinationChainId: 42161,
      symbol: "USDC",
      opType: "sync",
    },
    ...{ amount: "999", sentAt: expect.any(Number) },
  };
  const first = await plan();
  expect(first.data.underway).toEqual([expect.objectContaining({ ...sent, status: "waiting" })]);
  expect(first.message).toMatch(
    /On its way: sync of 999 USDC from base to arbitrum, sent .+ in 0x[0-9a-f]{64}, \d+ s left/,
  );
  const next = await stack.tool(vault, "crosschain_transfer", USDC);
  expect(next.status, JSON.stringify(next.body)).toBe(200);
  expect(next.body.data.underway).toEqual([
    expect.objectContaining({ ...sent, status: "waiting" }),
  ]);
  expect(next.body.message).toContain("On its way: sync of 999 USDC");
  // What brings both prices together is compared without what is on its way; an amount is the
  // caller's own word.
  const even = () => stack.tool(vault, "crosschain_sync", { destinationChain: "arbitrum" });
  const held = await even();
  expect(expectRefusal(held)).toBe("400 bridge_not_arrived");
  expect(held.body.details).toMatchObject({ transactionHash });
  expect((await stack.tool(vault, "crosschain_sync", { ...USDC, amount: "900" })).status).toBe(200);

  await stack.advance(660_000);
  expect((await plan()).data.underway).toEqual([
    expect.objectContaining({ ...sent, status: "expired" }),
  ]);
  expect((await even()).status).toBe(200);
  await across.relayer.refundExpired();
  const due = await plan();
  const [{ refundTransaction }] = due.data.underway;
  expect(due.data.underway).toMatchObject([
    { ...sent, status: "refunded", refundTransaction: { chainId: 8453 } },
  ]);
  expect(due.message).toContain(
    `by sending ${refundTransaction.data} to ${refundTransaction.to} on base`,
  );
  const before = await stack.usdcOf(vault.address);
  const { to, data } = refundTransaction;
  await sendTransaction(stack.stack.chain, {
    from: stack.stack.chain.accounts.stranger.address,
    to,
    data,
  });
  expect((await stack.usdcOf(vault.address)) - before).toBe(usdc(1_000));
});

describe("get_aggregated_nav", () => {
  test("default: both chains, in USDC and against a common unit price; others named", async () => {
    const vault = await newVault(usdc(50_000));
    await deposit(vault, 1);
    await across.relayer.fill();
    const { status, body } = await stack.tool(vault, "get_aggregated_nav");
    expect(status).toBe(200);
    const [group] = body.data.groups;
    // 99,900 + 49,950 units; 98,900 USDC here, 50,949 there.
    expect(group).toMatchObject({ baseKind: "USDC", target: "0.999993326659993326" });
    expect(group.chains).toMatchObject([
      {
        chainId: 8453,
        unitaryValue: "0.989989",
        netTotalValue: "98900",
        effectiveSupplyBase: "99900000000",
        divergenceBps: -100,
      },
      {
        chainId: 42161,
        unitaryValue: "1.02",
        netTotalValue: "50949",
        effectiveSupplyBase: "49950000000",
        divergenceBps: 200,
      },
    ]);
    expect(body.data.totalUsdc).toBe("149849");
    expect(body.data.unread.map(({ chainId }: { chainId: number }) => chainId)).toEqual([
      1, 10, 56, 130, 137,
    ]);
  });

  test("behavior: two requests a chain; a silent one is named, the rest is answered", async () => {
    const vault = await newVault();
    const there = stack.proxies["rpc-42161"];
    if (there === undefined) throw new Error("nothing stands before the second chain");
    there.reset();
    await stack.tool(vault, "get_aggregated_nav");
    expect(there.log()).toHaveLength(2);
    there.before(async () => "drop");
    const { status, body } = await stack.tool(vault, "get_aggregated_nav");
    there.clearHooks();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      totalUsdc: "99900",
      groups: [{ chains: [{ chainId: 8453 }] }],
    });
    expect(body.data.unread).toContainEqual({ chainId: 42161, reason: "it could not be read" });
    expect(body.message).toContain("Not included: arbitrum");
  });
});

describe("get_rebalance_plan", () => {
  test("default: run in steps, each planned from what arrived, until nothing is left", async () => {
    const vault = await newVault(usdc(20_000));
    const plan = async () => (await stack.tool(vault, "get_rebalance_plan")).body.data;
    const first = await plan();
    // 19,980 units there: half of them may stand elsewhere.
    expect(first).toMatchObject({
      targetChainId: 8453,
      steps: [
        {
          tool: "crosschain_transfer",
          arguments: {
            sourceChain: "arbitrum",
            destinationChain: "base",
            token: "USDC",
            amount: "9990",
          },
          ...{ usdc: "9990", outputAmount: "9982.008", feeBps: 8 },
        },
      ],
    });
    const built = await stack.tool(vault, first.steps[0].tool, first.steps[0].arguments);
    expect(built.status, JSON.stringify(built.body)).toBe(200);
    await send(vault, built.body.transaction);
    await across.relayer.fill();
    // 9,990 USDC for 9,997.992 units: 7.992 of them are above half, worth 7.985611.
    const second = await plan();
    expect(second.steps).toMatchObject([{ arguments: { amount: "7.985611" } }]);
    const again = await stack.tool(vault, second.steps[0].tool, second.steps[0].arguments);
    await send(vault, again.body.transaction);
    await across.relayer.fill();
    expect((await plan()).steps).toEqual([]);
  });

  test("error: a target that is no chain, or where the vault is not", async () => {
    const vault = await newVault();
    const plan = async (args: object) =>
      expectRefusal(await stack.tool(vault, "get_rebalance_plan", args));
    expect(await plan({ targetChain: "moon" })).toBe("400 chain_not_supported");
    expect(await plan({ targetChain: "polygon" })).toBe("400 bridge_destination_unready");
    expect(await plan({ targetChain: 7 })).toBe("400 invalid_request");
  });
});

test("behavior: other reads take at most three requests a chain, one more with plans", async () => {
  const vault = await newVault();
  const { body } = await stack.tool(vault, "crosschain_transfer", USDC);
  const { transactionHash } = await send(vault, body.transaction);
  const requests = async (tool: string, args: object): Promise<number[]> => {
    const chains = [stack.proxies.rpc, stack.proxies["rpc-42161"]];
    for (const chain of chains) chain?.reset();
    const { status, body } = await stack.tool(vault, tool, args);
    expect([tool, status], JSON.stringify(body)).toEqual([tool, 200]);
    return chains.map((chain) => chain?.log().length ?? Number.POSITIVE_INFINITY);
  };
  const reads: [string, object, number][] = [
    ["get_crosschain_quote", USDC, 3],
    ["get_rebalance_plan", {}, 4],
    ["verify_bridge_arrival", { transactionHash }, 3],
  ];
  for (const [tool, args, most] of reads) {
    // The first call also learns what is remembered: the owner, tokens.
    await requests(tool, args);
    const counted = await requests(tool, args);
    expect([tool, counted.every((count) => count <= most), counted]).toEqual([tool, true, counted]);
  }
  await across.relayer.fill();
  expect(
    (await requests("verify_bridge_arrival", { transactionHash })).every((count) => count <= 3),
  ).toBe(true);
  await requests("get_rebalance_plan", {});
  const plan = await requests("get_rebalance_plan", {});
  expect([plan.every((count) => count <= 4), plan]).toEqual([true, plan]);
});
