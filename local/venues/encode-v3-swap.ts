import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
} from "viem";
import type { SwapTerms } from "./swap-intent.ts";
import { universalRouterAbi } from "./venue-abi.ts";

const V3_SWAP_EXACT_IN: Hex = "0x00";
const V3_SWAP_EXACT_OUT: Hex = "0x01";
const WRAP_ETH: Hex = "0x0b";
const UNWRAP_WETH: Hex = "0x0c";
/**
 * The router's names for its caller and itself; source: @uniswap/universal-router 2.0.0,
 * ActionConstants of v4-periphery.
 */
const MSG_SENDER = "0x0000000000000000000000000000000000000001";
const ADDRESS_THIS = "0x0000000000000000000000000000000000000002";
const TO_AND_AMOUNT = [{ type: "address" }, { type: "uint256" }] as const;
/** Which side of the swap is the native coin, though the pool has its wrapped form. */
type Native = { isSold?: boolean; isBought?: boolean };

/**
 * `UniversalRouter.execute` with one v3 swap through one pool, as the swap.v3 vectors; an exact
 * output names its path backwards. Native coin is wrapped in the router first, and what an exact
 * output leaves of it given back; a bought one is unwrapped last.
 */
export function encodeV3Swap(
  terms: SwapTerms,
  pool: { tokenIn: Address; tokenOut: Address; fee: number },
  swapper: Address,
  { isSold = false, isBought = false }: Native = {},
): Hex {
  const exactIn = terms.mode === "exactIn";
  const [first, last] = exactIn ? [pool.tokenIn, pool.tokenOut] : [pool.tokenOut, pool.tokenIn];
  const recipient =
    terms.recipient.toLowerCase() === swapper.toLowerCase() ? MSG_SENDER : terms.recipient;
  const input = encodeAbiParameters(
    [
      { type: "address" },
      { type: "uint256" },
      { type: "uint256" },
      { type: "bytes" },
      { type: "bool" },
    ],
    [
      isBought ? ADDRESS_THIS : recipient,
      terms.amountBase,
      terms.limitBase,
      encodePacked(["address", "uint24", "address"], [first, pool.fee, last]),
      !isSold,
    ],
  );
  const [maxInBase, minOutBase] = exactIn
    ? [terms.amountBase, terms.limitBase]
    : [terms.limitBase, terms.amountBase];
  const wrap = [
    { command: WRAP_ETH, input: encodeAbiParameters(TO_AND_AMOUNT, [ADDRESS_THIS, maxInBase]) },
  ];
  const unwrap = (to: Address, leastBase: bigint) => [
    { command: UNWRAP_WETH, input: encodeAbiParameters(TO_AND_AMOUNT, [to, leastBase]) },
  ];
  const steps = [
    ...(isSold ? wrap : []),
    { command: exactIn ? V3_SWAP_EXACT_IN : V3_SWAP_EXACT_OUT, input },
    ...(isBought ? unwrap(recipient, minOutBase) : []),
    ...(isSold && !exactIn ? unwrap(MSG_SENDER, 0n) : []),
  ];
  return encodeFunctionData({
    abi: universalRouterAbi,
    functionName: "execute",
    args: [
      concatHex(steps.map(({ command }) => command)),
      steps.map((step) => step.input),
      terms.deadlineSec,
    ],
  });
}
