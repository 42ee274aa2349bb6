import { type Address, type Hex, parseAbiParameters } from "viem";
import type { PoolKey, RouterFacts } from "../kinds/vault-call.ts";
import { lowerHex, sameAddress } from "../lib/normalize-address.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import type { Recipient, V4Step } from "./swap-calls.ts";

const KEY =
  "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key";
const HOPS = "(address token, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] hops";
const PLAN = parseAbiParameters("bytes, bytes[]");
const CURRENCY_UINT = parseAbiParameters("address, uint256");
const CURRENCY_UINT_BOOL = parseAbiParameters("address, uint256, bool");
const CURRENCY_ADDRESS_UINT = parseAbiParameters("address, address, uint256");

/**
 * By router version: 2.1 added `minHopPriceX36` (v4-periphery 3779387 and 03b2d09;
 * docs/facts/venues.md 3). A router may run the other form without error and with other values, so
 * it is refused.
 */
const SWAP_STRUCTS = {
  "2.0": {
    single: parseAbiParameters(
      `(${KEY}, bool zeroForOne, uint128 amount, uint128 limit, bytes hookData) swap`,
    ),
    multi: parseAbiParameters(`(address currency, ${HOPS}, uint128 amount, uint128 limit) swap`),
  },
  "2.1.2": {
    single: parseAbiParameters(
      `(${KEY}, bool zeroForOne, uint128 amount, uint128 limit, uint256 minHopPriceX36, bytes hookData) swap`,
    ),
    multi: parseAbiParameters(
      `(address currency, ${HOPS}, uint256[] minHopPriceX36, uint128 amount, uint128 limit) swap`,
    ),
  },
} as const;

/** Actions that the adapter allows (v4-periphery Actions.sol, docs/facts/vault-contracts.md 6). */
const ACTIONS: Readonly<Record<number, string>> = {
  6: "SWAP_EXACT_IN_SINGLE",
  7: "SWAP_EXACT_IN",
  8: "SWAP_EXACT_OUT_SINGLE",
  9: "SWAP_EXACT_OUT",
  11: "SETTLE",
  12: "SETTLE_ALL",
  14: "TAKE",
  15: "TAKE_ALL",
  16: "TAKE_PORTION",
};

type V4Plan = { names: readonly string[]; steps: readonly V4Step[] };

/** Actions of a V4_SWAP input, or why they cannot be read. */
export function parseV4Actions(input: Hex, facts: RouterFacts): V4Plan | { unreadable: string } {
  const plan = decodeAbiStrictly(PLAN, input);
  if (plan === null)
    return {
      unreadable: "V4_SWAP is not the standard encoding of (bytes actions, bytes[] params)",
    };
  const actions = bytesOf(plan[0]);
  if (actions.length !== plan[1].length)
    return { unreadable: "V4_SWAP has another number of actions than of parameters" };
  const names: string[] = [];
  const steps: V4Step[] = [];
  for (const [index, action] of actions.entries()) {
    const name = ACTIONS[action];
    if (name === undefined)
      return {
        unreadable: `V4_SWAP has action ${action}, which the vault's adapter does not allow`,
      };
    const step = parseStep(name, plan[1][index] ?? "0x", facts);
    if (step === null)
      return {
        unreadable: `the parameters of ${name} cannot be read for router ${facts.routerVersion}`,
      };
    names.push(name);
    steps.push(step);
  }
  return { names, steps };
}

function parseStep(name: string, params: Hex, facts: RouterFacts): V4Step | null {
  switch (name) {
    case "SWAP_EXACT_IN_SINGLE":
      return parseSingle("exactIn", params, facts);
    case "SWAP_EXACT_OUT_SINGLE":
      return parseSingle("exactOut", params, facts);
    case "SWAP_EXACT_IN":
      return parseMulti("exactIn", params, facts);
    case "SWAP_EXACT_OUT":
      return parseMulti("exactOut", params, facts);
    case "SETTLE": {
      const read = decodeAbiStrictly(CURRENCY_UINT_BOOL, params);
      return (
        read && {
          op: "settle",
          token: lowerHex(read[0]),
          amountBase: read[1],
          payerIsUser: read[2],
        }
      );
    }
    case "SETTLE_ALL": {
      const read = decodeAbiStrictly(CURRENCY_UINT, params);
      return read && { op: "settleAll", token: lowerHex(read[0]), maxBase: read[1] };
    }
    case "TAKE_ALL": {
      const read = decodeAbiStrictly(CURRENCY_UINT, params);
      return read && { op: "takeAll", token: lowerHex(read[0]), minBase: read[1] };
    }
    default: {
      const read = decodeAbiStrictly(CURRENCY_ADDRESS_UINT, params);
      if (read === null) return null;
      const to = { token: lowerHex(read[0]), recipient: mapRecipient(read[1], facts.vault) };
      return name === "TAKE"
        ? { op: "take", ...to, amountBase: read[2] }
        : { op: "takePortion", ...to, bips: read[2] };
    }
  }
}

function parseSingle(mode: "exactIn" | "exactOut", params: Hex, facts: RouterFacts): V4Step | null {
  const read = decodeAbiStrictly(SWAP_STRUCTS[facts.routerVersion].single, params);
  if (read === null) return null;
  const { key, zeroForOne, amount, limit } = read[0];
  const pool = poolKey(key.currency0, key.currency1, key);
  const [tokenIn, tokenOut] = zeroForOne
    ? [pool.currency0, pool.currency1]
    : [pool.currency1, pool.currency0];
  return {
    op: "swap",
    mode,
    amountBase: amount,
    limitBase: limit,
    tokenIn,
    tokenOut,
    pools: [pool],
  };
}

/**
 * exactIn walks forward from the input, exactOut backward from the output: its first hop names the
 * input.
 */
function parseMulti(mode: "exactIn" | "exactOut", params: Hex, facts: RouterFacts): V4Step | null {
  const read = decodeAbiStrictly(SWAP_STRUCTS[facts.routerVersion].multi, params);
  if (read === null) return null;
  const { currency, hops, amount, limit } = read[0];
  const tokens = hops.map((hop) => lowerHex(hop.token));
  const route =
    mode === "exactIn" ? [lowerHex(currency), ...tokens] : [...tokens, lowerHex(currency)];
  const tokenIn = route.at(0);
  const tokenOut = route.at(-1);
  if (hops.length === 0 || tokenIn === undefined || tokenOut === undefined) return null;
  const pools = hops.map((hop, index) => {
    const [a, b] = [route[index] ?? tokenIn, route[index + 1] ?? tokenOut];
    return a < b ? poolKey(a, b, hop) : poolKey(b, a, hop);
  });
  return { op: "swap", mode, amountBase: amount, limitBase: limit, tokenIn, tokenOut, pools };
}

function poolKey(
  currency0: Address,
  currency1: Address,
  rest: Pick<PoolKey, "fee" | "tickSpacing" | "hooks">,
): PoolKey {
  const { fee, tickSpacing, hooks } = rest;
  return {
    currency0: lowerHex(currency0),
    currency1: lowerHex(currency1),
    fee,
    tickSpacing,
    hooks: lowerHex(hooks),
  };
}

const bytesOf = (data: Hex): number[] =>
  (data.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));

/** Markers of caller (the vault) and router (v4-periphery ActionConstants.sol). */
const MSG_SENDER = "0x0000000000000000000000000000000000000001";
const ADDRESS_THIS = "0x0000000000000000000000000000000000000002";

/** Recipient of a call that `vault` makes. */
export function mapRecipient(recipient: Address, vault: Address): Recipient {
  if (recipient === MSG_SENDER || sameAddress(recipient, vault)) return "vault";
  return recipient === ADDRESS_THIS ? "router" : lowerHex(recipient);
}
