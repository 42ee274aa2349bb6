import { type Address, encodeAbiParameters, encodeFunctionData, encodePacked, type Hex } from "viem";
import type { SwapTerms } from "./swap-intent.ts";
import { universalRouterAbi } from "./venue-abi.ts";

const V3_SWAP_EXACT_IN: Hex = "0x00";
const V3_SWAP_EXACT_OUT: Hex = "0x01";
/** The router's name for its caller; source: @uniswap/universal-router 2.0.0, ActionConstants of v4-periphery. */
const MSG_SENDER = "0x0000000000000000000000000000000000000001";

/** `UniversalRouter.execute` with one v3 swap through one pool, as the swap.v3 vectors; an exact output names its path backwards. */
export function encodeV3Swap(
  terms: SwapTerms,
  pool: { tokenIn: Address; tokenOut: Address; fee: number },
  swapper: Address,
): Hex {
  const exactIn = terms.mode === "exactIn";
  const [first, last] = exactIn ? [pool.tokenIn, pool.tokenOut] : [pool.tokenOut, pool.tokenIn];
  const recipient = terms.recipient.toLowerCase() === swapper.toLowerCase() ? MSG_SENDER : terms.recipient;
  const input = encodeAbiParameters(
    [{ type: "address" }, { type: "uint256" }, { type: "uint256" }, { type: "bytes" }, { type: "bool" }],
    [
      recipient,
      terms.amountBase,
      terms.limitBase,
      encodePacked(["address", "uint24", "address"], [first, pool.fee, last]),
      true,
    ],
  );
  return encodeFunctionData({
    abi: universalRouterAbi,
    functionName: "execute",
    args: [exactIn ? V3_SWAP_EXACT_IN : V3_SWAP_EXACT_OUT, [input], terms.deadlineSec],
  });
}
