import { type Address, type Hex, parseAbiParameters } from "viem";
import type { RouterFacts, UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import { NATIVE_TOKEN } from "./native-token.ts";

/** Native coin to wrapped token or back, one to one, always within the vault. */
export type WrapCall = {
  kind: "wrap" | "unwrap";
  tokenIn: Address;
  tokenOut: Address;
  amountInBase: bigint;
  amountOutBase: bigint;
  recipient: Address;
  /** Only unwrapWETH9(uint256,address) has one, and the vault ignores it (docs/facts/vault-contracts.md 16). */
  recipientEncoded?: Address;
};

const UINT = parseAbiParameters("uint256");
const UINT_ADDRESS = parseAbiParameters("uint256, address");

/** The vault's three methods of its wrapped coin: exactly their arguments, not a byte more. */
export function decodeWrapCall(data: Hex, facts: RouterFacts): WrapCall | UnknownCall {
  const body: Hex = `0x${data.slice(10)}`;
  switch (data.slice(0, 10).toLowerCase()) {
    case "0x1c58db4f": // wrapETH(uint256)
      return wrapCall("wrap", decodeAbiStrictly(UINT, body), facts);
    case "0x49616997": // unwrapWETH9(uint256)
      return wrapCall("unwrap", decodeAbiStrictly(UINT, body), facts);
    case "0x49404b7c": // unwrapWETH9(uint256,address)
      return wrapCall("unwrap", decodeAbiStrictly(UINT_ADDRESS, body), facts);
    default:
      return { kind: "unknown", reason: "this wraps and unwraps nothing" };
  }
}

function wrapCall(
  kind: WrapCall["kind"],
  read: readonly [bigint, Address?] | null,
  facts: RouterFacts,
): WrapCall | UnknownCall {
  if (read === null) return { kind: "unknown", reason: `the arguments of ${kind} are not in the standard encoding` };
  const wrapped = lowerHex(facts.wrappedNative);
  const [tokenIn, tokenOut]: readonly [Address, Address] =
    kind === "wrap" ? [NATIVE_TOKEN, wrapped] : [wrapped, NATIVE_TOKEN];
  const recipient = lowerHex(facts.vault);
  const [amount, encoded] = read;
  const call: WrapCall = { kind, tokenIn, tokenOut, amountInBase: amount, amountOutBase: amount, recipient };
  return encoded === undefined ? call : { ...call, recipientEncoded: lowerHex(encoded) };
}
