import { randomUUID } from "node:crypto";
import { type Account, type Address, encodeFunctionData, type Hex, parseEventLogs } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { activateToken } from "./activate-token.ts";
import { chainAbi } from "./chain-abi.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";
import type { TokenSymbol } from "./chain-tokens.ts";
import { type Amounts, fundAccount } from "./fund-account.ts";
import { sendTransaction } from "./send-transaction.ts";

export type CreateVaultOptions = {
  /** Default: the operator account. */
  ownerKey?: Hex;
  baseToken?: "USDC" | "ETH";
  /**
   * 4 to 31 letters, digits and inner spaces; default is a fresh one, because an owner can use a
   * name once.
   */
  name?: string;
  symbol?: string;
  /**
   * Base units the owner deposits through `mint`; default 100,000 USDC or 40 ETH; 0n leaves the
   * vault without supply.
   */
  supply?: bigint;
  /** Base units given to the vault directly; a token with a price feed is then also tracked. */
  fund?: Amounts;
};

/**
 * A registered vault through the factory, with supply, balances and an up-to-date stored unitary
 * value.
 */
export async function createVault(
  handle: ChainHandle,
  options: CreateVaultOptions = {},
): Promise<Address> {
  const owner = privateKeyToAccount(options.ownerKey ?? handle.accounts.operator.privateKey);
  const base = options.baseToken ?? "USDC";
  const supply = options.supply ?? (base === "USDC" ? 100_000n * 10n ** 6n : 40n * 10n ** 18n);
  await fundAccount(handle, owner.address, { ETH: 10n ** 18n });
  const vault = await create(handle, owner, base, options);
  if (supply > 0n) await deposit(handle, { owner, vault, base, supply });
  await fundAccount(handle, vault, options.fund ?? {});
  await trackFunded(handle, vault, base, options.fund ?? {});
  const data = encodeFunctionData({ abi: chainAbi, functionName: "updateUnitaryValue" });
  await sendTransaction(handle, { from: owner, to: vault, data });
  return vault;
}

async function create(
  handle: ChainHandle,
  owner: Account,
  base: "USDC" | "ETH",
  options: CreateVaultOptions,
): Promise<Address> {
  const name = options.name ?? `Local ${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "createPool",
    args: [name, options.symbol ?? "LOCAL", handle.tokens[base]],
  });
  const receipt = await sendTransaction(handle, {
    from: owner,
    to: handle.addresses.factory,
    data,
  });
  const [created] = parseEventLogs({ abi: chainAbi, eventName: "PoolCreated", logs: receipt.logs });
  if (!created) throw new Error("createPool emitted no PoolCreated");
  return created.args.poolAddress;
}

async function deposit(
  handle: ChainHandle,
  input: { owner: Account; vault: Address; base: "USDC" | "ETH"; supply: bigint },
): Promise<void> {
  const { owner, vault, base, supply } = input;
  await fundAccount(handle, owner.address, { [base]: supply });
  if (base === "USDC") {
    const approve = encodeFunctionData({
      abi: chainAbi,
      functionName: "approve",
      args: [vault, supply],
    });
    await sendTransaction(handle, { from: owner, to: handle.tokens.USDC, data: approve });
  }
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "mint",
    args: [owner.address, supply, 0n],
  });
  await sendTransaction(handle, {
    from: owner,
    to: vault,
    data,
    valueWei: base === "ETH" ? supply : 0n,
  });
}

async function trackFunded(
  handle: ChainHandle,
  vault: Address,
  base: TokenSymbol,
  fund: Amounts,
): Promise<void> {
  const client = chainClient(handle);
  for (const symbol of Object.keys(fund) as TokenSymbol[]) {
    const token = handle.tokens[symbol];
    const read = {
      address: vault,
      abi: chainAbi,
      functionName: "hasPriceFeed",
      args: [token],
    } as const;
    if (symbol !== base && (await client.readContract(read)))
      await activateToken(handle, vault, token);
  }
}
