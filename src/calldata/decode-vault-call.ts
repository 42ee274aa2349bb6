import { type Address, type Hex, parseAbiParameters } from "viem";
import { lowerHex } from "../lib/lower-hex.ts";
import { deadlineMulticall } from "./deadline-multicall.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import { decodeBridgeCall } from "./decode-bridge-call.ts";
import { decodeDelegationCall } from "./decode-delegation-call.ts";
import { decodeGmxCall } from "./decode-gmx-call.ts";
import { decodeHyperliquidCall } from "./decode-hyperliquid-call.ts";
import { decodeLiquidityCall } from "./decode-liquidity-call.ts";
import { decodeRouterCall } from "./decode-router-call.ts";
import { decodeStakingCall } from "./decode-staking-call.ts";
import { decodeZeroExCall } from "./decode-zeroex-call.ts";
import { NATIVE_TOKEN } from "./native-token.ts";
import type { RouterFacts } from "./router-facts.ts";
import type { VaultCall, WrapCall } from "./vault-call.ts";

/** It bounds the work that hostile bytes can cause; no real swap comes near. */
const MAX_CALLDATA_BYTES = 65_536;
const UINT = parseAbiParameters("uint256");
const UINT_ADDRESS = parseAbiParameters("uint256, address");

/**
 * From its bytes alone (decision 31: whatever the venue said about it). Never throws: what cannot be vouched for is `unknown`, `unsupported`
 * or `unsupportedCommand`.
 */
export function decodeVaultCall(data: Hex, facts: RouterFacts): VaultCall {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) return unknown("the call data is not hex bytes");
  if (data.length > 2 + MAX_CALLDATA_BYTES * 2) return unknown(`the call data is over ${MAX_CALLDATA_BYTES} bytes`);
  const selector = data.slice(0, 10).toLowerCase();
  switch (selector) {
    case "0x3593564c": // execute(bytes,bytes[],uint256)
    case "0x24856bc3": // execute(bytes,bytes[])
      return decodeRouterCall(data, facts);
    case "0x2213bc0b": // exec(address,address,uint256,address,bytes)
      return decodeZeroExCall(data, facts);
    case deadlineMulticall.selector:
      return datedCall(data, facts);
    case "0x1c58db4f": // wrapETH(uint256)
      return wrapCall("wrap", decodeAbiStrictly(UINT, bodyOf(data)), facts);
    case "0x49616997": // unwrapWETH9(uint256)
      return wrapCall("unwrap", decodeAbiStrictly(UINT, bodyOf(data)), facts);
    case "0x49404b7c": // unwrapWETH9(uint256,address)
      return wrapCall("unwrap", decodeAbiStrictly(UINT_ADDRESS, bodyOf(data)), facts);
    case "0xe5c2197e": // updateDelegation((address,bytes4,bool)[])
    case "0xf1fc2f75": // revokeAllDelegations(address)
      return decodeDelegationCall(data);
    case "0xdd46508f": // modifyLiquidities(bytes,uint256)
      return decodeLiquidityCall(data, facts);
    case "0x770d096f": // depositV3((...))
      return decodeBridgeCall(data);
    case "0xa694fc3a": // stake(uint256)
    case "0x4aace835": // undelegateStake(uint256)
    case "0x2e17de78": // unstake(uint256)
    case "0xb880660b": // withdrawDelegatorRewards()
      return decodeStakingCall(data);
    case "0x2b2dfd2c": // deposit(uint256,uint32)
    case "0xc23c545a": // depositFor(address,uint256,uint32)
    case "0x17938e13": // sendRawAction(bytes)
      return decodeHyperliquidCall(data);
    case "0x13b4312f": // createIncreaseOrder((...))
    case "0xe478512e": // createDecreaseOrder((...))
    case "0xdd5baad2": // updateOrder(bytes32,uint256,uint256,uint256,uint256,uint256,bool)
    case "0x7489ec23": // cancelOrder(bytes32)
    case "0xc41b1ab3": // claimFundingFees(address[],address[],address)
    case "0xe9249b57": // claimCollateral(address[],address[],uint256[],address)
      return decodeGmxCall(data);
    default:
      return unknown(`selector ${selector} is none of the calls this service makes`);
  }
}

/** Decision 159: only around a single native sale at 0x that carries no deadline itself. */
function datedCall(data: Hex, facts: RouterFacts): VaultCall {
  const read = deadlineMulticall.decode(data);
  if (read === null) return unknown("the arguments of multicall are not one call in the standard encoding");
  const { call: inner, deadlineSec } = read;
  const call = /^0x2213bc0b/i.test(inner) ? decodeZeroExCall(inner, facts) : null;
  if (call === null) return unknown("multicall holds another call than exec");
  if (call.kind !== "swap" || call.venue !== "0x-allowance-holder") return call;
  if (call.deadlineSec !== null || call.nativeFromVaultBase === 0n)
    return unknown("multicall holds another swap than a native sale without a deadline");
  return { ...call, deadlineSec, isInMulticall: true };
}

function wrapCall(kind: "wrap" | "unwrap", read: readonly [bigint, Address?] | null, facts: RouterFacts): VaultCall {
  if (read === null) return unknown(`the arguments of ${kind} are not in the standard encoding`);
  const wrapped = lowerHex(facts.wrappedNative);
  const [tokenIn, tokenOut]: readonly [Address, Address] =
    kind === "wrap" ? [NATIVE_TOKEN, wrapped] : [wrapped, NATIVE_TOKEN];
  const recipient = lowerHex(facts.vault);
  const [amount, encoded] = read;
  const call: WrapCall = { kind, tokenIn, tokenOut, amountInBase: amount, amountOutBase: amount, recipient };
  return encoded === undefined ? call : { ...call, recipientEncoded: lowerHex(encoded) };
}

const bodyOf = (data: Hex): Hex => `0x${data.slice(10)}`;
const unknown = (reason: string): VaultCall => ({ kind: "unknown", reason });
