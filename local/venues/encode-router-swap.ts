import {
  concatHex,
  type EncodeFunctionDataParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  slice,
  zeroAddress,
} from "viem";
import type { SwapIntent } from "./swap-intent.ts";
import { universalRouterAbi, v4ActionsAbi } from "./venue-abi.ts";

const V4_SWAP: Hex = "0x10";
const SWEEP: Hex = "0x04";
const SETTLE_ALL: Hex = "0x0c";
const TAKE: Hex = "0x0e";
const TAKE_ALL: Hex = "0x0f";
/** The router's name for its caller; source: @uniswap/v4-periphery 1.0.3, ActionConstants.sol. */
const MSG_SENDER = "0x0000000000000000000000000000000000000001";

/**
 * `UniversalRouter.execute` with one V4_SWAP, byte for byte as the swap.v4 vectors; a native
 * exactOut ends with a SWEEP, or what was not spent would stay in the router. `swapper` is paid by
 * TAKE_ALL, anyone else by TAKE.
 */
export function encodeRouterSwap(intent: SwapIntent, swapper: string): Hex {
  const tokenIn = intent.route[0].tokenIn;
  const tokenOut = intent.route.at(-1)!.tokenOut;
  const exactIn = intent.mode === "exactIn";
  const maxInBase = exactIn ? intent.amountBase : intent.limitBase;
  const minOutBase = exactIn ? intent.limitBase : intent.amountBase;
  const swap = encodeSwap(intent);
  const toSwapper = intent.recipient.toLowerCase() === swapper.toLowerCase();
  const take = toSwapper
    ? { action: TAKE_ALL, params: encodeAbiParameters(CURRENCY_AMOUNT, [tokenOut, minOutBase]) }
    : {
        action: TAKE,
        params: encodeAbiParameters(CURRENCY_TO_AMOUNT, [tokenOut, intent.recipient, 0n]),
      };
  const input = encodeAbiParameters(
    [{ type: "bytes" }, { type: "bytes[]" }],
    [
      concatHex([swap.action, SETTLE_ALL, take.action]),
      [swap.params, encodeAbiParameters(CURRENCY_AMOUNT, [tokenIn, maxInBase]), take.params],
    ],
  );
  const sweeps = !exactIn && isAddressEqual(tokenIn, zeroAddress);
  const sweep = encodeAbiParameters(CURRENCY_TO_AMOUNT, [zeroAddress, MSG_SENDER, 0n]);
  return encodeFunctionData({
    abi: universalRouterAbi,
    functionName: "execute",
    args: [
      sweeps ? concatHex([V4_SWAP, SWEEP]) : V4_SWAP,
      sweeps ? [input, sweep] : [input],
      intent.deadlineSec,
    ],
  });
}

const CURRENCY_AMOUNT = [{ type: "address" }, { type: "uint256" }] as const;
const CURRENCY_TO_AMOUNT = [{ type: "address" }, { type: "address" }, { type: "uint256" }] as const;

function encodeSwap(intent: SwapIntent): { action: Hex; params: Hex } {
  const { mode, route, amountBase, limitBase } = intent;
  const [first] = route;
  const single = {
    poolKey: first.pool,
    zeroForOne: BigInt(first.tokenIn) < BigInt(first.tokenOut),
    hookData: "0x" as const,
  };
  const path = route.map(({ pool, tokenIn, tokenOut }) => ({
    intermediateCurrency: mode === "exactIn" ? tokenOut : tokenIn,
    fee: pool.fee,
    tickSpacing: pool.tickSpacing,
    hooks: pool.hooks,
    hookData: "0x" as const,
  }));
  if (mode === "exactIn") {
    const amounts = { amountIn: amountBase, amountOutMinimum: limitBase };
    return route.length === 1
      ? {
          action: "0x06",
          params: structOf({
            functionName: "swapExactInSingle",
            args: [{ ...single, ...amounts }],
          }),
        }
      : {
          action: "0x07",
          params: structOf({
            functionName: "swapExactIn",
            args: [{ currencyIn: first.tokenIn, path, ...amounts }],
          }),
        };
  }
  const amounts = { amountOut: amountBase, amountInMaximum: limitBase };
  const currencyOut = route.at(-1)!.tokenOut;
  return route.length === 1
    ? {
        action: "0x08",
        params: structOf({ functionName: "swapExactOutSingle", args: [{ ...single, ...amounts }] }),
      }
    : {
        action: "0x09",
        params: structOf({
          functionName: "swapExactOut",
          args: [{ currencyOut, path, ...amounts }],
        }),
      };
}

type ActionCall = EncodeFunctionDataParameters<typeof v4ActionsAbi>;

/** The action's struct alone: the encoding of a call without its selector. */
function structOf(call: Omit<ActionCall, "abi">): Hex {
  return slice(encodeFunctionData({ abi: v4ActionsAbi, ...call } as ActionCall), 4);
}
