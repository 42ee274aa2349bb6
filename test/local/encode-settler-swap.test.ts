import fc from "fast-check";
import {
  type Address,
  decodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
} from "viem";
import { describe, expect, test } from "vitest";
import { encodeSettlerSwap } from "../../local/venues/encode-settler-swap.ts";
import type { Hop, Route } from "../../local/venues/route.ts";

// 0xProject/0x-settler f6b7303: ISettlerActions.sol, and what Basic.sol and
// FlashAccountingCommon.sol read of them.
const abi = parseAbi([
  "function exec(address operator, address token, uint256 amount, address target, bytes data)",
  "function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid)",
  "function TRANSFER_FROM(address recipient, ((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, bytes sig)",
  "function BASIC(address sellToken, uint256 bps, address pool, uint256 offset, bytes data)",
  "function UNISWAPV4(address recipient, address sellToken, uint256 bps, bool feeOnTransfer, uint256 hashMul, uint256 hashMod, bytes fills, uint256 amountOutMin)",
]);
const NATIVE: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const USDC: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const WETH: Address = "0x4200000000000000000000000000000000000006";
const SETTLER: Address = "0x00000000000000000000000000000000000005e7";

describe("what the 0x venue has the Settler do", () => {
  test("behavior: it wraps by sending all native coin to the wrapped coin, without data", () => {
    const [, , wrap] = actionsOf(routeOver([USDC, zeroAddress]), WETH);
    expect(decodeFunctionData({ abi, data: wrap! })).toEqual({
      functionName: "BASIC",
      args: [NATIVE, 10_000n, WETH, 0n, "0x"],
    });
  });

  test("property: the hash gives each token of a route one of eight places of its own", () => {
    const token = fc
      .bigInt(1n, 2n ** 160n - 1n)
      .map((value) => numberToHex(value, { size: 20 }) as Address);
    const routes = fc.uniqueArray(token, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(routes, (tokens) => {
        const [, swap] = actionsOf(routeOver(tokens));
        const { functionName, args } = decodeFunctionData({ abi, data: swap! });
        if (functionName !== "UNISWAPV4") throw new Error(functionName);
        const [, , , , mul, mod] = args;
        expect(new Set(tokens.map((one) => ((BigInt(one) * mul) % mod) % 8n)).size).toBe(
          tokens.length,
        );
      }),
    );
  });
});

/** A hop from each token to the next one, through pools that nobody looks up. */
function routeOver(tokens: readonly Address[]): Route {
  const hops = tokens.slice(1).map((tokenOut, index): Hop => {
    const tokenIn = tokens[index]!;
    const pool = {
      currency0: tokenIn,
      currency1: tokenOut,
      fee: 500,
      tickSpacing: 10,
      hooks: zeroAddress,
    };
    return { pool, tokenIn, tokenOut };
  });
  return hops as [Hop, ...Hop[]];
}

function actionsOf(route: Route, wrappedOut?: Address): readonly Hex[] {
  const terms = {
    mode: "exactIn",
    recipient: USDC,
    amountBase: 1n,
    limitBase: 1n,
    deadlineSec: 1n,
  } as const;
  const exec = decodeFunctionData({
    abi,
    data: encodeSettlerSwap({ ...terms, route }, SETTLER, { wrappedOut }),
  });
  if (exec.functionName !== "exec") throw new Error(exec.functionName);
  const execute = decodeFunctionData({ abi, data: exec.args[4] });
  if (execute.functionName !== "execute") throw new Error(execute.functionName);
  return execute.args[1];
}
