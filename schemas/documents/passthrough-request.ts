import type { ChainId } from "../chains.ts";

/**
 * A request to a venue's quote route, with tokens as the caller spelled them: resolve them before
 * asking.
 */
export type PassthroughRequest = {
  chainId: ChainId;
  tokenIn: string;
  tokenOut: string;
  mode: "exactIn" | "exactOut";
  amountBase: string;
  slippageBps: number;
  taker?: string;
  protocols?: readonly ("V2" | "V3" | "V4")[];
};
