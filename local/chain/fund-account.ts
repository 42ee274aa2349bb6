import { type Address, encodeFunctionData } from "viem";
import { inTurn } from "../lib/in-turn.ts";
import { chainAbi } from "./chain-abi.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";
import type { TokenSymbol } from "./chain-tokens.ts";
import { sendTransaction } from "./send-transaction.ts";
import { senderTurn } from "./sender-turn.ts";
import { tokenDevAbi } from "./token-dev-abi.ts";

export type Amounts = Partial<Record<TokenSymbol, bigint>>;

/**
 * Adds native and tokens, in base units, to what the account has: `fundAccount(handle, agent, {
 * ETH: 10n ** 17n })`.
 */
export async function fundAccount(
  handle: ChainHandle,
  account: Address,
  amounts: Amounts,
): Promise<void> {
  const keeper = handle.accounts.whale.address;
  for (const [symbol, amountBase] of Object.entries(amounts) as [TokenSymbol, bigint][]) {
    const token = handle.tokens[symbol];
    if (amountBase === 0n) continue;
    if (symbol === "ETH") {
      await addNative(handle, account, amountBase);
    } else if (symbol === "WETH") {
      await addNative(handle, keeper, amountBase);
      const deposit = encodeFunctionData({ abi: chainAbi, functionName: "deposit" });
      await sendTransaction(handle, {
        from: keeper,
        to: token,
        data: deposit,
        valueWei: amountBase,
      });
      const data = encodeFunctionData({
        abi: chainAbi,
        functionName: "transfer",
        args: [account, amountBase],
      });
      await sendTransaction(handle, { from: keeper, to: token, data });
    } else {
      const data = encodeFunctionData({
        abi: tokenDevAbi,
        functionName: "mint",
        args: [account, amountBase],
      });
      await sendTransaction(handle, { from: keeper, to: token, data });
    }
  }
}

/**
 * anvil only sets a balance: what is added to one account at once must be added one after the
 * other.
 */
async function addNative(handle: ChainHandle, account: Address, amountWei: bigint): Promise<void> {
  const client = chainClient(handle);
  await inTurn(senderTurn(handle, account), async () => {
    const balance = await client.getBalance({ address: account });
    await client.setBalance({ address: account, value: balance + amountWei });
  });
}
