import { type Address, zeroAddress } from "viem";
import { chainAbi } from "./chain-abi.ts";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";
import type { TokenSymbol } from "./chain-tokens.ts";

/** Base units of every token of the chain, native under `ETH`. */
export async function readBalances(
  handle: ChainHandle,
  account: Address,
): Promise<Record<TokenSymbol, bigint>> {
  const client = chainClient(handle);
  const entries = Object.entries(handle.tokens).map(async ([symbol, token]) => {
    const read = {
      address: token,
      abi: chainAbi,
      functionName: "balanceOf",
      args: [account],
    } as const;
    const amount =
      token === zeroAddress ? client.getBalance({ address: account }) : client.readContract(read);
    return [symbol, await amount] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<TokenSymbol, bigint>;
}
