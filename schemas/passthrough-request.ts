import type { ChainId } from "./chains.ts";

/** What the two venue quote routes ask, with tokens still as the caller spelled them: resolve them, then ask the venue. */
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
