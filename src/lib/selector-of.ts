import type { Hex } from "viem";

/** Which method calldata calls (an error's data names, a Settler's action is): its first four bytes, in lower case. */
export const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex;
