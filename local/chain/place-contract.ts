import { type Abi, type Address, encodeDeployData, type Hex } from "viem";
import type { ChainClient } from "./chain-client.ts";

/**
 * Puts a contract at an address of our choice: the init code becomes the account's code and is run
 * there, so that the constructor's storage, its immutables and `address(this)` are right; what it
 * returned becomes the code.
 */
export async function placeContract(
  client: ChainClient,
  input: { at: Address; from: Address; abi: Abi; bytecode: Hex; args?: readonly unknown[] },
): Promise<void> {
  const { at, from, abi, bytecode, args = [] } = input;
  await client.setCode({ address: at, bytecode: encodeDeployData({ abi, bytecode, args }) });
  const { data: runtime } = await client.call({ account: from, to: at });
  const hash = await client.sendTransaction({ account: from, to: at, gas: 16_000_000n });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (!runtime || receipt.status !== "success") throw new Error(`constructor at ${at} failed`);
  await client.setCode({ address: at, bytecode: runtime });
}
