import type { Abi, Address } from "viem";
import type { ChainClient } from "./chain-client.ts";

export type ContractCall = {
  account: Address;
  address: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
};

/**
 * One transaction of an unlocked account to a contract whose ABI is only known at run time; throws
 * when it reverts.
 */
export async function writeContract(client: ChainClient, call: ContractCall): Promise<void> {
  const hash = await client.writeContract({ gas: 16_000_000n, ...call });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success")
    throw new Error(`${call.functionName} at ${call.address} reverted`);
}
