import { type Address, type Hex, parseAbiParameters } from "viem";
import type { OwnerCall } from "../kinds/plan.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard, unknownCall } from "./decode-abi-strictly.ts";

/** Contracts of the chain, and the request's vault or the zero address. */
type OwnerCallPlaces = {
  vault: Address;
  factory: Address;
  stakingProxy: Address | null;
  poolManager: Address | null;
  oracle: Address | null;
};

/** Bounds the work that hostile bytes cause; no real call comes near. */
const MAX_CALLDATA_BYTES = 4_096;
const APPROVE = "0x095ea7b3";
const NOWHERE = /^0x0{40}$/;

const KEY = "struct Key { address a; address b; uint24 fee; int24 spacing; address hooks; }";
const ABIS = {
  addressUint: parseAbiParameters("address, uint256"),
  createPool: parseAbiParameters("string, string, address"),
  mint: parseAbiParameters("address, uint256, uint256"),
  burn: parseAbiParameters("uint256, uint256"),
  bytes32: parseAbiParameters("bytes32"),
  initialize: parseAbiParameters([KEY, "Key, uint160"]),
  widen: parseAbiParameters([KEY, "Key, uint16"]),
} as const;

/**
 * Reads a call by destination and bytes, both from a list; anything else is `unknown`. Never
 * throws. An approval may name any token: the pipeline judges token, spender and amount.
 */
export function decodeOwnerCall(to: Address, data: Hex, places: OwnerCallPlaces): OwnerCall {
  if (!/^0x(?:[0-9a-fA-F]{2}){4,}$/.test(data))
    return unknownCall("the call data is not hex bytes with a selector");
  if (data.length > 2 + MAX_CALLDATA_BYTES * 2)
    return unknownCall(`the call data is over ${MAX_CALLDATA_BYTES} bytes`);
  const [selector, target, body] = [selectorOf(data), lowerHex(to), bodyOf(data)];
  if (NOWHERE.test(target)) return unknownCall("it goes to the zero address");
  const at = (place: Address | null) => place !== null && target === lowerHex(place);
  if (at(places.factory)) return atFactory(selector, body);
  if (at(places.vault)) return atVault(selector, body);
  if (at(places.stakingProxy)) return atStaking(selector, body);
  if (at(places.poolManager)) return atPoolManager(selector, body);
  if (at(places.oracle)) return atOracle(selector, body);
  return selector === APPROVE
    ? approval(target, body)
    : unlisted("a contract that is none of the chain's own", selector);
}

function atFactory(selector: string, body: Hex): OwnerCall {
  // createPool(string,string,address)
  if (selector !== "0x1d7d13cc") return unlisted("the factory", selector);
  const read = decodeAbiStrictly(ABIS.createPool, body);
  return read === null
    ? notStandard("createPool")
    : { kind: "createPool", name: read[0], symbol: read[1], baseToken: lowerHex(read[2]) };
}

function atVault(selector: string, body: Hex): OwnerCall {
  if (selector === "0x156e29f6") {
    const read = decodeAbiStrictly(ABIS.mint, body); // mint(address,uint256,uint256)
    return read === null
      ? notStandard("mint")
      : { kind: "mint", recipient: lowerHex(read[0]), amountInBase: read[1], minOutBase: read[2] };
  }
  if (selector !== "0xb390c0ab") return unlisted("the vault", selector); // burn(uint256,uint256)
  const read = decodeAbiStrictly(ABIS.burn, body);
  return read === null
    ? notStandard("burn")
    : { kind: "burn", amountInBase: read[0], minOutBase: read[1] };
}

function atStaking(selector: string, body: Hex): OwnerCall {
  if (selector === "0x0b9663db")
    return body === "0x" ? { kind: "endEpoch" } : notStandard("endEpoch"); // endEpoch()
  // finalizePool(bytes32)
  if (selector !== "0xff691b11") return unlisted("the staking proxy", selector);
  const read = decodeAbiStrictly(ABIS.bytes32, body);
  return read === null ? notStandard("finalizePool") : { kind: "finalizePool", poolId: read[0] };
}

function atPoolManager(selector: string, body: Hex): OwnerCall {
  // initialize(PoolKey,uint160)
  if (selector !== "0x6276cbbe") return unlisted("the pool manager", selector);
  const read = decodeAbiStrictly(ABIS.initialize, body);
  return read === null
    ? notStandard("initialize")
    : { kind: "initializePool", pool: poolOf(read[0]), sqrtPriceX96: read[1] };
}

function atOracle(selector: string, body: Hex): OwnerCall {
  // increaseCardinalityNext(PoolKey,uint16)
  if (selector !== "0x8f1c9217") return unlisted("the oracle", selector);
  const read = decodeAbiStrictly(ABIS.widen, body);
  return read === null
    ? notStandard("increaseCardinalityNext")
    : { kind: "widenOracle", pool: poolOf(read[0]), slots: read[1] };
}

function approval(token: Address, body: Hex): OwnerCall {
  const read = decodeAbiStrictly(ABIS.addressUint, body); // approve(address,uint256)
  return read === null
    ? notStandard("approve")
    : { kind: "approve", token, spender: lowerHex(read[0]), amountBase: read[1] };
}

type Key = { a: Address; b: Address; fee: number; spacing: number; hooks: Address };
const poolOf = ({ a, b, fee, spacing, hooks }: Key): PoolKey => ({
  currency0: lowerHex(a),
  currency1: lowerHex(b),
  fee,
  tickSpacing: spacing,
  hooks: lowerHex(hooks),
});

const unlisted = (where: string, selector: string): OwnerCall =>
  unknownCall(
    `selector ${selector} at ${where} is none of the calls that are returned for signing`,
  );
