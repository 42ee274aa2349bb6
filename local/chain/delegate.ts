import { type Address, encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { chainAbi } from "./chain-abi.ts";
import type { ChainHandle } from "./chain-handle.ts";
import { fundAccount } from "./fund-account.ts";
import { sendTransaction } from "./send-transaction.ts";

export type DelegateOptions = {
  vault: Address;
  agent: Address;
  selectors: Hex[];
  ownerKey: Hex;
  gasMoneyWei?: bigint;
};

/** The owner grants the selectors to the agent, which also gets native for gas (default 1 ETH). */
export async function delegate(handle: ChainHandle, options: DelegateOptions): Promise<Hex> {
  const { vault, agent, selectors, ownerKey, gasMoneyWei = 10n ** 18n } = options;
  await fundAccount(handle, agent, { ETH: gasMoneyWei });
  const entries = selectors.map((selector) => ({ delegated: agent, selector, isDelegated: true }));
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "updateDelegation",
    args: [entries],
  });
  const receipt = await sendTransaction(handle, {
    from: privateKeyToAccount(ownerKey),
    to: vault,
    data,
  });
  return receipt.transactionHash;
}
