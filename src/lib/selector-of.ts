import type { Hex } from "viem";

/** The first four bytes in lower case, of calldata, error data or a Settler's action. */
export const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex;
