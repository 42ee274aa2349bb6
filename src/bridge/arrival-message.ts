import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";

type Arrival = {
  vault: Address;
  handler: Address;
  token: Address;
  amountBase: bigint;
  opType: "transfer" | "sync";
  shouldUnwrap: boolean;
};

const abi = parseAbi([
  "function donate(address token, uint256 amount, (uint8 opType, bool shouldUnwrapNative) params)",
  "function transfer(address to, uint256 amount)",
  "function drainLeftoverTokens(address token, address destination)",
]);
const instructions = parseAbiParameters(
  "((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient)",
);

/** docs/facts/across.md 2: a fill is priced by what it has to do. */
export function arrivalMessage({ vault, handler, token, amountBase, opType, shouldUnwrap }: Arrival): Hex {
  const donate = (amount: bigint): Hex => {
    const params = { opType: opType === "transfer" ? 0 : 1, shouldUnwrapNative: shouldUnwrap };
    return encodeFunctionData({ abi, functionName: "donate", args: [token, amount, params] });
  };
  const calls = [
    [vault, donate(1n)],
    [token, encodeFunctionData({ abi, functionName: "transfer", args: [vault, amountBase] })],
    [handler, encodeFunctionData({ abi, functionName: "drainLeftoverTokens", args: [token, vault] })],
    [vault, donate(amountBase)],
  ] as const;
  return encodeAbiParameters(instructions, [
    { calls: calls.map(([target, callData]) => ({ target, callData, value: 0n })), fallbackRecipient: zeroAddress },
  ]);
}
