import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { role, token } from "./safety-vectors.ts";

/** 0x calldata written by hand from ISettlerActions.sol, independent of src/calldata. */
const settler = parseAbi([
  "function TRANSFER_FROM(address recipient, ((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, bytes sig)",
  "function UNISWAPV3_VIP(address recipient, ((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, bytes path, bytes sig, uint256 amountOutMin)",
  "function NATIVE_CHECK(uint256 deadline, uint256 msgValue)",
  "function UNISWAPV3(address recipient, uint256 bps, bytes path, uint256 amountOutMin)",
  "function POSITIVE_SLIPPAGE(address recipient, address token, uint256 expectedAmount, uint256 maxBps)",
  "function BASIC(address sellToken, uint256 bps, address pool, uint256 offset, bytes data)",
]);
const permitOf = (sold: Address, amount: bigint, deadline: bigint) => ({
  permitted: { token: sold, amount },
  nonce: 0n,
  deadline,
});

export const action = {
  transferFrom: (
    sold: Address,
    amount: bigint,
    deadline: bigint,
    recipient: Address = role("settler"),
  ): Hex =>
    encodeFunctionData({
      abi: settler,
      functionName: "TRANSFER_FROM",
      args: [recipient, permitOf(sold, amount, deadline), "0x"],
    }),
  vip: (
    sold: Address,
    amount: bigint,
    deadline: bigint,
    recipient: Address = role("settler"),
  ): Hex =>
    encodeFunctionData({
      abi: settler,
      functionName: "UNISWAPV3_VIP",
      args: [recipient, permitOf(sold, amount, deadline), "0x12", "0x", 0n],
    }),
  nativeCheck: (deadline: bigint, msgValue: bigint): Hex =>
    encodeFunctionData({ abi: settler, functionName: "NATIVE_CHECK", args: [deadline, msgValue] }),
  positiveSlippage: (recipient: Address, paid: Address, maxBps: bigint): Hex =>
    encodeFunctionData({
      abi: settler,
      functionName: "POSITIVE_SLIPPAGE",
      args: [recipient, paid, 3n, maxBps],
    }),
  basic: (sold: Address, bps: bigint, pool: Address, offset: bigint, data: Hex): Hex =>
    encodeFunctionData({
      abi: settler,
      functionName: "BASIC",
      args: [sold, bps, pool, offset, data],
    }),
  swap: (): Hex =>
    encodeFunctionData({
      abi: settler,
      functionName: "UNISWAPV3",
      args: [role("settler"), 10_000n, "0x12", 0n],
    }),
};

/**
 * AllowanceHolder.exec around Settler.execute: 5 units of a token against at least 3 units of USDT,
 * for the vault.
 */
export function exec(
  actions: readonly Hex[],
  { token: sold = token("USDC") }: { token?: Address } = {},
): Hex {
  const inner = encodeAbiParameters(
    parseAbiParameters("(address, address, uint256), bytes[], bytes32"),
    [[role("vault"), token("USDT"), 3n], actions, `0x${"00".repeat(32)}`],
  );
  const outer = parseAbiParameters("address, address, uint256, address, bytes");
  return concatHex([
    "0x2213bc0b",
    encodeAbiParameters(outer, [
      role("settler"),
      sold,
      5n,
      role("settler"),
      concatHex(["0x1fff991f", inner]),
    ]),
  ]);
}
