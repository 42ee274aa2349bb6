import type { Token } from "../chain/token.ts";
import type { SwapRequest } from "../kinds/venue-port.ts";

/** By whose amount quotes differ, and the other: what is bought of a sale, what is sold for an exact output. */
export const comparedTokens = ({
  mode,
  tokenIn,
  tokenOut,
}: Pick<SwapRequest, "mode" | "tokenIn" | "tokenOut">): { compared: Token; other: Token } =>
  mode === "exactIn" ? { compared: tokenOut, other: tokenIn } : { compared: tokenIn, other: tokenOut };
