import { type Address, encodeFunctionData, parseAbi } from "viem";
import { token } from "../../calldata/safety-vectors.ts";

/**
 * What a thief adds to a Settler's actions: half of the coin, all of the bought token by a
 * transfer, and all of it as a surplus.
 */
export const settlerThefts = (attacker: Address) => {
  const USDT = token("USDT");
  const abi = parseAbi([
    "function BASIC(address sellToken, uint256 bps, address pool, uint256 offset, bytes data)",
    "function POSITIVE_SLIPPAGE(address recipient, address token, uint256 expectedAmount, uint256 maxBps)",
    "function transfer(address, uint256)",
  ]);
  const coin: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
  const moved = encodeFunctionData({ abi, functionName: "transfer", args: [attacker, 0n] });
  return [
    [
      "BASIC of the coin",
      encodeFunctionData({ abi, functionName: "BASIC", args: [coin, 5_000n, attacker, 0n, "0x"] }),
    ],
    [
      "BASIC of a token",
      encodeFunctionData({ abi, functionName: "BASIC", args: [USDT, 10_000n, USDT, 36n, moved] }),
    ],
    [
      "POSITIVE_SLIPPAGE",
      encodeFunctionData({
        abi,
        functionName: "POSITIVE_SLIPPAGE",
        args: [attacker, USDT, 0n, 10_000n],
      }),
    ],
  ] as const;
};
