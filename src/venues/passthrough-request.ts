import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { PoolProtocol } from "./venue-port.ts";

/** What the two venue quote routes ask, with tokens still as the caller spelled them: resolve them, then `RawVenues`. */
export type PassthroughRequest = {
  chainId: ChainId;
  tokenIn: string;
  tokenOut: string;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
  slippageBps: number;
  taker?: Address;
  protocols?: readonly PoolProtocol[];
};
