import { type Address, encodeFunctionData, maxUint256, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";

export type OutcomeState = { vault: Address; vaultETH: Address };

/**
 * execute, exec, wrapETH, unwrapWETH9, modifyLiquidities, stake: what the agent held when the
 * outcomes were observed.
 */
const AGENT_SELECTORS = [
  "0x3593564c",
  "0x2213bc0b",
  "0x1c58db4f",
  "0x49616997",
  "0xdd46508f",
  "0xa694fc3a",
] as const;

const erc20 = parseAbi(["function approve(address spender, uint256 amount)"]);
const authority = parseAbi(["function removeMethod(bytes4 selector, address adapter)"]);
const usdt = 10n ** 6n;
const whole = 10n ** 18n;

/** The two vaults of which the outcomes were observed, as the file's note describes them. */
export async function createOutcomeState(handle: ChainHandle): Promise<OutcomeState> {
  const owner = handle.accounts.operator;
  const vault = await createVault(handle, {
    name: "Diff Vault",
    symbol: "DIF",
    fund: { ETH: 10n * whole, WETH: 3n * whole, USDT: 5_000n * usdt, GRG: 1_000n * whole },
  });
  const vaultETH = await createVault(handle, {
    name: "Diff Vault ETH",
    symbol: "DIE",
    baseToken: "ETH",
    fund: { USDC: 1_000n * usdt },
  });
  await delegate(handle, {
    vault,
    agent: handle.accounts.agent.address,
    selectors: [...AGENT_SELECTORS],
    ownerKey: owner.privateKey,
  });
  await fundAccount(handle, owner.address, {
    ETH: 100n * whole,
    USDC: 100_000n * usdt,
    GRG: 1_000n * whole,
  });
  const data = encodeFunctionData({
    abi: erc20,
    functionName: "approve",
    args: [vault, maxUint256],
  });
  await sendTransaction(handle, {
    from: privateKeyToAccount(owner.privateKey),
    to: handle.tokens.USDC,
    data,
  });
  await removeAcross(handle);
  return { vault, vaultETH };
}

/** No adapter for Across was mapped where the outcomes were observed. */
async function removeAcross(handle: ChainHandle): Promise<void> {
  const args = ["0x770d096f", handle.addresses.acrossAdapter] as const;
  const data = encodeFunctionData({ abi: authority, functionName: "removeMethod", args });
  await sendTransaction(handle, {
    from: handle.accounts.deployer.address,
    to: handle.addresses.authority,
    data,
  });
}
