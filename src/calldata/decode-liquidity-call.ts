import { type Address, type Hex, parseAbiParameters } from "viem";
import type { PoolKey, RouterFacts, UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, unknownCall } from "./decode-abi-strictly.ts";
import type { LiquidityCall } from "./liquidity-call.ts";
import { NATIVE_TOKEN } from "./native-token.ts";
import { mapRecipient } from "./parse-v4-actions.ts";

const CALL = parseAbiParameters("bytes unlockData, uint256 deadline");
const PLAN = parseAbiParameters("bytes actions, bytes[] params");
const MINT = parseAbiParameters(
  "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData",
);
const CHANGE = parseAbiParameters(
  "uint256 tokenId, uint256 liquidity, uint128 amount0, uint128 amount1, bytes hookData",
);
const BURN = parseAbiParameters(
  "uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData",
);
const CURRENCY = parseAbiParameters("address currency");
const PAIR = parseAbiParameters("address currency0, address currency1");
const PAIR_TO = parseAbiParameters("address currency0, address currency1, address recipient");
const CURRENCY_TO = parseAbiParameters("address currency, address recipient");

/**
 * Actions that this service writes (v4-periphery Actions.sol, docs/facts/vault-contracts.md 6).
 * Others are refused.
 */
const ACTIONS: Readonly<Record<string, string>> = {
  "00": "INCREASE_LIQUIDITY",
  "01": "DECREASE_LIQUIDITY",
  "02": "MINT_POSITION",
  "03": "BURN_POSITION",
  "0d": "SETTLE_PAIR",
  "11": "TAKE_PAIR",
  "12": "CLOSE_CURRENCY",
  "14": "SWEEP",
};

type Facts = Pick<RouterFacts, "vault">;
type Pair = { currency0: Address; currency1: Address };

/**
 * Reads modifyLiquidities: one action on one position and exactly what settles it. Never throws.
 * Other orders, hook data and open ends (takes by, or native leftovers in, the position manager)
 * are `unknown`.
 */
export function decodeLiquidityCall(data: Hex, facts: Facts): LiquidityCall | UnknownCall {
  const call = decodeAbiStrictly(CALL, bodyOf(data));
  const plan = call && decodeAbiStrictly(PLAN, call[0]);
  if (call === null || plan === null)
    return unknown("the arguments are not in the standard encoding");
  const actions = (plan[0].slice(2).match(/../g) ?? []).map(
    (byte) => ACTIONS[byte] ?? `action 0x${byte}`,
  );
  if (actions.length !== plan[1].length)
    return unknown("it has another number of actions than of parameters");
  const [first, ...rest] = plan[1];
  if (first === undefined) return unknown("it has no action");
  const dated = { actions, deadlineSec: call[1] };
  switch (actions[0]) {
    case "MINT_POSITION":
      return mint(first, rest, dated, facts);
    case "INCREASE_LIQUIDITY":
      return increase(first, rest, dated, facts);
    case "DECREASE_LIQUIDITY":
      return decrease(first, rest, dated, facts);
    case "BURN_POSITION":
      return burn(first, rest, dated, facts);
    default:
      return unknown(`it begins with ${actions[0]}`);
  }
}

type Dated = Pick<LiquidityCall, "actions" | "deadlineSec">;

type Read = LiquidityCall | UnknownCall;

function mint(first: Hex, rest: readonly Hex[], dated: Dated, facts: Facts): Read {
  const read = decodeAbiStrictly(MINT, first);
  if (read === null || read[7] !== "0x")
    return unknown("MINT_POSITION is not as this service writes it");
  const [key, tickLower, tickUpper, liquidity, amount0Max, amount1Max, owner] = read;
  const pool = keyOf(key);
  const recipient = recipientOf(owner, facts);
  const end = settled(dated.actions, rest, facts);
  if (recipient === null || end === null || !isSame(end, pool))
    return unknown("it does not settle what it mints");
  const isNative = pool.currency0 === NATIVE_TOKEN;
  if (isNative !== (end.sweptTo !== null))
    return unknown("a native leftover would stay in the position manager");
  return {
    kind: "lpMint",
    pool,
    tickLower,
    tickUpper,
    liquidity,
    recipient,
    amount0MaxBase: amount0Max,
    amount1MaxBase: amount1Max,
    nativeFromVaultBase: isNative ? amount0Max : 0n,
    sweptTo: end.sweptTo,
    ...dated,
  };
}

function increase(first: Hex, rest: readonly Hex[], dated: Dated, facts: Facts): Read {
  const read = decodeAbiStrictly(CHANGE, first);
  if (read === null || read[4] !== "0x")
    return unknown("INCREASE_LIQUIDITY is not as this service writes it");
  const end = settled(dated.actions, rest, facts);
  if (end === null) return unknown("it does not settle what it adds");
  const { currency0, currency1, sweptTo } = end;
  if ((currency0 === NATIVE_TOKEN) !== (sweptTo !== null))
    return unknown("a native leftover would stay in the position manager");
  const [tokenId, liquidity, amount0MaxBase, amount1MaxBase] = read;
  return {
    kind: "lpIncrease",
    tokenId,
    liquidity,
    amount0MaxBase,
    amount1MaxBase,
    currency0,
    currency1,
    sweptTo,
    ...dated,
  };
}

function decrease(first: Hex, rest: readonly Hex[], dated: Dated, facts: Facts): Read {
  const read = decodeAbiStrictly(CHANGE, first);
  if (read === null || read[4] !== "0x")
    return unknown("DECREASE_LIQUIDITY is not as this service writes it");
  const taken = takenTo(dated.actions, rest, facts);
  if (taken === null) return unknown("it does not take out what it removes, and nothing else");
  const [tokenId, liquidity, amount0MinBase, amount1MinBase] = read;
  const kind = liquidity === 0n ? "lpCollect" : "lpDecrease";
  return { kind, tokenId, liquidity, amount0MinBase, amount1MinBase, ...taken, ...dated };
}

function burn(first: Hex, rest: readonly Hex[], dated: Dated, facts: Facts): Read {
  const read = decodeAbiStrictly(BURN, first);
  if (read === null || read[3] !== "0x")
    return unknown("BURN_POSITION is not as this service writes it");
  const taken = takenTo(dated.actions, rest, facts);
  if (taken === null) return unknown("it does not take out what it burns, and nothing else");
  const [tokenId, amount0MinBase, amount1MinBase] = read;
  return { kind: "lpBurn", tokenId, amount0MinBase, amount1MinBase, ...taken, ...dated };
}

/** SETTLE_PAIR, or CLOSE_CURRENCY of both; then at most a SWEEP of the native coin. */
function settled(
  actions: readonly string[],
  rest: readonly Hex[],
  facts: Facts,
): (Pair & { sweptTo: Address | null }) | null {
  const [, ...names] = actions;
  const isPair = names[0] === "SETTLE_PAIR";
  const isClosed = names[0] === "CLOSE_CURRENCY" && names[1] === "CLOSE_CURRENCY";
  const pair = isPair ? pairOf(rest[0]) : isClosed ? closedPair(rest[0], rest[1]) : null;
  const swept = names.slice(isPair ? 1 : 2);
  if (pair === null || swept.length > 1) return null;
  if (swept.length === 0) return { ...pair, sweptTo: null };
  const read = swept[0] === "SWEEP" ? decodeAbiStrictly(CURRENCY_TO, rest.at(-1) ?? "0x") : null;
  const sweptTo = read && read[0] === NATIVE_TOKEN ? recipientOf(read[1], facts) : null;
  return sweptTo === null ? null : { ...pair, sweptTo };
}

function takenTo(
  actions: readonly string[],
  rest: readonly Hex[],
  facts: Facts,
): (Pair & { recipient: Address }) | null {
  const read =
    actions.length === 2 && actions[1] === "TAKE_PAIR"
      ? decodeAbiStrictly(PAIR_TO, rest[0] ?? "0x")
      : null;
  const recipient = read && recipientOf(read[2], facts);
  return (
    read && recipient && { currency0: lowerHex(read[0]), currency1: lowerHex(read[1]), recipient }
  );
}

function pairOf(params: Hex | undefined): Pair | null {
  const read = decodeAbiStrictly(PAIR, params ?? "0x");
  return read && { currency0: lowerHex(read[0]), currency1: lowerHex(read[1]) };
}

function closedPair(first: Hex | undefined, second: Hex | undefined): Pair | null {
  const [a, b] = [
    decodeAbiStrictly(CURRENCY, first ?? "0x"),
    decodeAbiStrictly(CURRENCY, second ?? "0x"),
  ];
  return a && b && { currency0: lowerHex(a[0]), currency1: lowerHex(b[0]) };
}

/** null for the position manager, from which any account could take it. */
function recipientOf(encoded: Address, { vault }: Facts): Address | null {
  const means = mapRecipient(encoded, vault);
  if (means === "router") return null;
  return means === "vault" ? lowerHex(vault) : means;
}

const keyOf = ({ currency0, currency1, hooks, ...rest }: PoolKey): PoolKey => ({
  currency0: lowerHex(currency0),
  currency1: lowerHex(currency1),
  ...rest,
  hooks: lowerHex(hooks),
});

const isSame = (a: Pair, b: Pair): boolean =>
  a.currency0 === b.currency0 && a.currency1 === b.currency1;
const unknown = (reason: string): UnknownCall => unknownCall(`modifyLiquidities: ${reason}`);
