import { type Address, isAddressEqual, type PublicClient, zeroAddress } from "viem";
import { tokenAbi } from "./venue-abi.ts";

export type VenueToken = { address: Address; symbol: string; decimals: number };

/** Symbol and decimals as the token itself says; undefined when there is no such token. */
export async function readToken(
  client: PublicClient,
  address: Address,
): Promise<VenueToken | undefined> {
  if (isAddressEqual(address, zeroAddress)) return { address, symbol: "ETH", decimals: 18 };
  try {
    const [symbol, decimals] = await Promise.all([
      client.readContract({ address, abi: tokenAbi, functionName: "symbol" }),
      client.readContract({ address, abi: tokenAbi, functionName: "decimals" }),
    ]);
    return { address, symbol, decimals };
  } catch (error) {
    if (error instanceof Error && error.name === "ContractFunctionExecutionError") return undefined;
    throw error;
  }
}
