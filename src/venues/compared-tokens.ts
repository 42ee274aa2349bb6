import type { Token } from "../chain/token.ts";
import type { SwapRequest } from "../kinds/venue-port.ts";

/** The token by whose amount quotes of one request differ, and the other one: what is bought of a sale, what is sold for an exact output. */
export const comparedTokens = ({
  mode,
  tokenIn,
  tokenOut,
}: Pick<SwapRequest, "mode" | "tokenIn" | "tokenOut">): { compared: Token; other: Token } =>
  mode === "exactIn" ? { compared: tokenOut, other: tokenIn } : { compared: tokenIn, other: tokenOut };
