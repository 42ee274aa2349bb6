import { type Address, type Hex, parseAbiParameters } from "viem";
import type { RouterFacts, UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard, unknownCall } from "./decode-abi-strictly.ts";
import { NATIVE_TOKEN } from "./native-token.ts";

/** Coin to wrapped coin or back 1:1, within the vault. */
export type WrapCall = {
  kind: "wrap" | "unwrap";
  tokenIn: Address;
  tokenOut: Address;
  amountInBase: bigint;
  amountOutBase: bigint;
  recipient: Address;
  /**
   * Only in unwrapWETH9(uint256,address); the vault ignores it (docs/facts/vault-contracts.md 16).
   */
  recipientEncoded?: Address;
};

const UINT = parseAbiParameters("uint256");
const UINT_ADDRESS = parseAbiParameters("uint256, address");

/** Reads exactly the arguments, not a byte more. */
export function decodeWrapCall(data: Hex, facts: RouterFacts): WrapCall | UnknownCall {
  const body = bodyOf(data);
  switch (selectorOf(data)) {
    case "0x1c58db4f": // wrapETH(uint256)
      return wrapCall("wrap", decodeAbiStrictly(UINT, body), facts);
    case "0x49616997": // unwrapWETH9(uint256)
      return wrapCall("unwrap", decodeAbiStrictly(UINT, body), facts);
    case "0x49404b7c": // unwrapWETH9(uint256,address)
      return wrapCall("unwrap", decodeAbiStrictly(UINT_ADDRESS, body), facts);
    default:
      return unknownCall("this wraps and unwraps nothing");
  }
}

function wrapCall(
  kind: WrapCall["kind"],
  read: readonly [bigint, Address?] | null,
  facts: RouterFacts,
): WrapCall | UnknownCall {
  if (read === null) return notStandard(kind);
  const wrapped = lowerHex(facts.wrappedNative);
  const [tokenIn, tokenOut]: readonly [Address, Address] =
    kind === "wrap" ? [NATIVE_TOKEN, wrapped] : [wrapped, NATIVE_TOKEN];
  const recipient = lowerHex(facts.vault);
  const [amount, encoded] = read;
  const call: WrapCall = {
    kind,
    tokenIn,
    tokenOut,
    amountInBase: amount,
    amountOutBase: amount,
    recipient,
  };
  return encoded === undefined ? call : { ...call, recipientEncoded: lowerHex(encoded) };
}
