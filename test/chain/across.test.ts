import {
  type Address,
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRelayer, type Relayer } from "../../local/across/create-relayer.ts";
import { spokePoolAbi } from "../../local/across/spoke-pool-abi.ts";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { type CreateVaultOptions, createVault } from "../../local/chain/create-vault.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { jsonRpc } from "../support/json-rpc.ts";

const usdc = (whole: number) => BigInt(Math.round(whole * 1_000_000));
const vaultAbi = parseAbi([
  "struct Params { address depositor; address recipient; address inputToken; address outputToken; uint256 inputAmount; uint256 outputAmount; uint256 destinationChainId; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function depositV3(Params params)",
  "error NavImpactTooHigh()",
  "error OutputAmountTooLow()",
  "error OutputAmountTooHigh()",
  "error SameChainTransfer()",
  "error TokenNotActive()",
  "error InvalidInputToken()",
  "error InvalidQuoteTimestamp()",
  "error UnsupportedCrossChainToken()",
  "error WrongDestinationToken()",
  "error EffectiveSupplyTooLow()",
  "error NavToleranceTooHigh()",
  "error InvalidOpType()",
  "error DonationLock(bool locked)",
]);
const message = parseAbiParameters(
  "(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool unwrap)",
);

type Deposit = {
  opType?: number;
  inputToken?: Address;
  outputToken?: Address;
  inputAmount?: bigint;
  outputAmount?: bigint;
  destinationChainId?: bigint;
  tolerance?: bigint;
  native?: bigint;
  unwrap?: boolean;
  quotedSecAgo?: bigint;
};

let running: RunningChain[] = [];
let base: ChainHandle;
let arbitrum: ChainHandle;
let relayer: Relayer;

beforeAll(async () => {
  running = await Promise.all([startChain(), startChain({ chainId: 42161 })]);
  [base, arbitrum] = running.map(({ handle }) => handle) as [ChainHandle, ChainHandle];
  relayer = createRelayer([base, arbitrum]);
});
afterAll(() => Promise.all(running.map((chain) => chain.stop())));

let names = 0;
/** The same vault on both chains: its name and its creator make its address. */
async function vaults(
  onArbitrum: CreateVaultOptions = {},
  onBase: CreateVaultOptions = {},
): Promise<Address> {
  const name = `Across ${++names}`;
  const here = await createVault(base, { ...onBase, name });
  expect(await createVault(arbitrum, { ...onArbitrum, name })).toBe(here);
  return here;
}

const owner = () => privateKeyToAccount(base.accounts.operator.privateKey);

async function encode(from: ChainHandle, deposit: Deposit): Promise<Hex> {
  const to = from === base ? arbitrum : base;
  const { timestamp } = await chainClient(from).getBlock();
  const args = {
    depositor: zeroAddress,
    recipient: zeroAddress,
    inputToken: deposit.inputToken ?? from.tokens.USDC,
    outputToken: deposit.outputToken ?? to.tokens.USDC,
    inputAmount: deposit.inputAmount ?? usdc(1_000),
    outputAmount: deposit.outputAmount ?? usdc(999),
    destinationChainId: deposit.destinationChainId ?? BigInt(to.chainId),
    exclusiveRelayer: zeroAddress,
    quoteTimestamp: Number(timestamp - (deposit.quotedSecAgo ?? 0n)),
    fillDeadline: 0,
    exclusivityDeadline: 0,
    message: encodeAbiParameters(message, [
      {
        opType: deposit.opType ?? 0,
        navTolerance: deposit.tolerance ?? 10_000n,
        sourceNativeAmount: deposit.native ?? 0n,
        unwrap: deposit.unwrap ?? false,
      },
    ]),
  };
  return encodeFunctionData({ abi: vaultAbi, functionName: "depositV3", args: [args] });
}

const deposit = async (vault: Address, what: Deposit = {}, from = base) =>
  sendTransaction(from, { from: owner(), to: vault, data: await encode(from, what) });

/** The error's name as the wire has it, or "none". */
async function refusal(vault: Address, what: Deposit, from = base): Promise<string> {
  const params = [{ from: owner().address, to: vault, data: await encode(from, what) }, "latest"];
  const { error } = await jsonRpc<Hex>(from.rpcUrl, "eth_call", params);
  return error === undefined
    ? "none"
    : decodeErrorResult({ abi: vaultAbi, data: error.data ?? "0x" }).errorName;
}

async function nav(chain: ChainHandle, vault: Address): Promise<bigint> {
  const { result } = await chainClient(chain).simulateContract({
    address: vault,
    abi: chainAbi,
    functionName: "updateUnitaryValue",
    account: chain.accounts.operator.address,
  });
  return result.unitaryValue;
}

const balance = (chain: ChainHandle, token: Address, account: Address): Promise<bigint> =>
  chainClient(chain).readContract({
    address: token,
    abi: chainAbi,
    functionName: "balanceOf",
    args: [account],
  });

/** The vault that was observed: 99,900 units for 99,834.36 USDC. */
async function observedVault(): Promise<Address> {
  const vault = await vaults();
  const client = chainClient(base);
  const held = await balance(base, base.tokens.USDC, vault);
  await client.impersonateAccount({ address: vault });
  await client.setBalance({ address: vault, value: 10n ** 18n });
  const args = [base.accounts.stranger.address, held - usdc(99_834.36)] as const;
  const data = encodeFunctionData({ abi: chainAbi, functionName: "transfer", args });
  await sendTransaction(base, { from: vault, to: base.tokens.USDC, data });
  await client.stopImpersonatingAccount({ address: vault });
  await client.setBalance({ address: vault, value: 0n });
  const update = encodeFunctionData({ abi: chainAbi, functionName: "updateUnitaryValue" });
  await sendTransaction(base, { from: owner(), to: vault, data: update });
  return vault;
}

describe("a deposit, as observed on the real contracts (docs/facts/vault-contracts.md 8)", () => {
  it("behavior: a transfer of 1,000 USDC takes supply along, a unit loses only fees", async () => {
    const vault = await observedVault();
    expect(await nav(base, vault)).toBe(999_342n);
    await deposit(vault);
    expect(await nav(base, vault)).toBe(999_332n);
  });

  it("behavior: a sync of 1,000 USDC lowers a unit by the whole amount", async () => {
    const vault = await observedVault();
    await deposit(vault, { opType: 1 });
    expect(await nav(base, vault)).toBe(989_332n);
  });

  it("error: a sync beyond its tolerance, in whole basis points of the vault's worth", async () => {
    const vault = await observedVault();
    expect(await refusal(vault, { opType: 1, tolerance: 99n })).toBe("NavImpactTooHigh");
    expect(await refusal(vault, { opType: 1, tolerance: 100n })).toBe("none");
  });
});

describe("an arrival", () => {
  // What the tests before have left.
  beforeAll(() => relayer.fill());

  it("default: a transfer's supply arrives with it, and a unit keeps its value there", async () => {
    const vault = await vaults();
    const there = await nav(arbitrum, vault);
    await deposit(vault);
    expect(await relayer.fill()).toMatchObject([
      { originChainId: 8453, destinationChainId: 42161, outcome: "filled" },
    ]);
    expect(await nav(arbitrum, vault)).toBe(there);
    expect(await balance(arbitrum, arbitrum.tokens.USDC, vault)).toBe(usdc(99_900 + 999));
    expect(await relayer.fill()).toEqual([]);
  });

  it("behavior: a sync raises the value of a unit there", async () => {
    const vault = await vaults();
    await deposit(vault, { opType: 1 });
    expect(await relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    // 99,900 and 999 more, over 99,900 units.
    expect(await nav(arbitrum, vault)).toBe(1_010_000n);
  });

  it("behavior: the wrapped coin, paid in the coin and unwrapped on arrival", async () => {
    const coin = { baseToken: "ETH" as const };
    const vault = await vaults(coin, coin);
    const whole = 10n ** 18n;
    const weth = {
      inputToken: base.tokens.WETH,
      outputToken: arbitrum.tokens.WETH,
      inputAmount: whole,
    };
    await deposit(vault, {
      ...weth,
      outputAmount: whole - 10n ** 15n,
      native: whole,
      unwrap: true,
    });
    expect(await chainClient(base).getBalance({ address: vault })).toBe(3996n * 10n ** 16n - whole);
    const before = await chainClient(arbitrum).getBalance({ address: vault });
    expect(await relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    expect(await chainClient(arbitrum).getBalance({ address: vault })).toBe(
      before + whole - 10n ** 15n,
    );
  });

  it("behavior: a vault without holders there takes in both assets and supply", async () => {
    const vault = await vaults({ supply: 0n });
    await deposit(vault);
    expect(await relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    expect(await nav(arbitrum, vault)).toBe(1_000_000n);
  });

  it("behavior: too late, it is refused, repaid to escrow, and anyone hands it on", async () => {
    const vault = await vaults();
    const before = await balance(base, base.tokens.USDC, vault);
    await deposit(vault);
    // The two chains' clocks were set one after the other, so each may be some seconds off the
    // other's.
    for (const chain of [base, arbitrum]) await advanceTime(chain, 660_000);
    expect(await relayer.fill()).toMatchObject([{ outcome: "refused" }]);
    const refunds = await relayer.refundExpired();
    const [refund] = refunds;
    if (refund === undefined) throw new Error("nothing was refunded");
    expect(refunds).toHaveLength(1);
    expect(await balance(base, base.tokens.USDC, refund.depositor)).toBe(usdc(1_000));
    const args = [base.tokens.USDC] as const;
    const data = encodeFunctionData({ abi: spokePoolAbi, functionName: "refundVault", args });
    await sendTransaction(base, {
      from: base.accounts.stranger.address,
      to: refund.depositor,
      data,
    });
    expect(await balance(base, base.tokens.USDC, vault)).toBe(before);
    // 999 units' supply left, and 1,000 units' came back: the fee stays lost.
    expect(await nav(base, vault)).toBe(999_989n);
  });
});

describe("what the adapter refuses", () => {
  let vault: Address;
  beforeAll(async () => {
    vault = await vaults({}, { fund: { ETH: 10n ** 18n } });
  });

  it.each<[string, () => Deposit]>([
    ["OutputAmountTooLow", () => ({ outputAmount: usdc(980) - 1n })],
    ["OutputAmountTooHigh", () => ({ outputAmount: usdc(1_000) + 1n })],
    ["SameChainTransfer", () => ({ destinationChainId: 8453n, outputToken: base.tokens.USDC })],
    ["WrongDestinationToken", () => ({ outputToken: arbitrum.tokens.USDT })],
    ["UnsupportedCrossChainToken", () => ({ inputToken: base.tokens.DAI })],
    ["TokenNotActive", () => ({ inputToken: base.tokens.USDT, outputToken: arbitrum.tokens.USDT })],
    ["InvalidInputToken", () => ({ native: usdc(1_000) })],
    ["NavToleranceTooHigh", () => ({ tolerance: 10_001n })],
    ["InvalidOpType", () => ({ opType: 2 })],
    ["EffectiveSupplyTooLow", () => ({ inputAmount: usdc(99_000), outputAmount: usdc(99_000) })],
    ["InvalidQuoteTimestamp", () => ({ quotedSecAgo: 3_700n })],
  ])("error: %s", async (error, what) => {
    expect(await refusal(vault, what())).toBe(error);
  });

  it("default: exactly 98% arrives", async () => {
    expect(await refusal(vault, { outputAmount: usdc(980) })).toBe("none");
  });
});
