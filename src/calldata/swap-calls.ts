import type { Address, Hex } from "viem";
import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import type { PoolKey, SwapCall, UnknownCall, VaultCall } from "../kinds/vault-call.ts";
import type { SettlerPayment } from "./settler-payments.ts";

/** Readings of execute()'s calldata. */
export type RouterCall =
  | RouterSwapCall
  | {
      kind: "sweep" | "transfer";
      token: Address;
      recipient: Address;
      amountBase: bigint;
      deadlineSec: bigint | null;
    }
  | { kind: "unsupportedCommand"; command: Hex; name: string; deadlineSec: bigint | null }
  | UnsupportedCall
  | UnknownCall;

/** Readings of exec()'s calldata. */
export type ZeroExCall = ZeroExSwapCall | UnsupportedCall | UnknownCall;

/** A call of this kind that is never returned or sent. */
type UnsupportedCall = {
  kind: "unsupported";
  venue: "uniswap" | "0x-allowance-holder";
  reason: string;
  innerSelector?: Hex;
  settlerActions?: readonly string[];
};

/**
 * All legs of a router swap. exactIn: `amountInBase` leaves, at least `amountOutMinBase` arrives.
 * exactOut: at most `amountInBase` leaves; of the requested `amountOutBase` the calldata enforces
 * `amountOutMinBase`.
 */
export type RouterSwapCall = SwapCall & {
  venue: "uniswap-v2" | "uniswap-v3" | "uniswap-v4" | "uniswap-mixed";
  amountOutBase: bigint | null;
  /** Payments to third parties, the output to a stranger included. */
  payments: readonly Payment[];
  /** Tokens that may stay in the router, where any account can take them. */
  leftInRouter: readonly Address[];
  /** Native value that the adapter attaches. */
  nativeFromVaultBase: bigint;
  commands: readonly string[];
  /** Inside V4_SWAP, in order. */
  actions: readonly string[];
  legs: readonly SwapLeg[];
  /** As encoded. */
  sweep: { token: Address; recipient: Address; amountMinBase: bigint } | null;
};

export type Payment = { token: Address; recipient: Address; minBase: bigint };

/** `path` as encoded: an exact-output V3 path starts with the output token. */
export type SwapLeg =
  | { protocol: "v2"; path: readonly Address[]; payerIsUser: boolean }
  | { protocol: "v3"; path: readonly (Address | number)[]; payerIsUser: boolean }
  | { protocol: "v4"; pools: readonly PoolKey[] };

/**
 * AllowanceHolder.exec around Settler.execute. Only `amountOutMinBase` bounds what happens inside.
 */
export type ZeroExSwapCall = SwapCall & {
  venue: "0x-allowance-holder";
  mode: "exactIn";
  /** As encoded, before canonicalToken. */
  tokenInEncoded: Address;
  tokenOutEncoded: Address;
  operator: Address;
  target: Address;
  innerSelector: Hex;
  settlerActions: readonly string[];
  /** Only the owner may call the multicall. */
  isInMulticall: boolean;
  /** One for each action with a permit. */
  permits: readonly {
    action: string;
    recipient: Address;
    token: Address;
    amountBase: bigint;
    deadlineSec: bigint;
  }[];
  /** Payments to third parties: a fee, or theft. */
  payments: readonly SettlerPayment[];
  nativeFromVaultBase: bigint;
};

/** True for swaps: only decoders of swaps give this kind, with all that SwapCall has. */
export const isSwap = (call: VaultCall): call is SwapCall => call.kind === "swap";

/** Lines on the hooks that a swap meets and on who gets its output. */
export function swapCallWords(
  call: SwapCall & { legs?: readonly SwapLeg[] },
  places: CallPlaces,
): { lines: string[] } {
  const pools = (call.legs ?? []).flatMap((leg) => (leg.protocol === "v4" ? leg.pools : []));
  return {
    lines: [
      ...callPlaces.hookLines(pools),
      `Goes to ${callPlaces.account(places, call.recipient)}.`,
    ],
  };
}

/** Markers resolved (mapRecipient). */
export type Recipient = "vault" | "router" | Address;

type Mode = "exactIn" | "exactOut";

/**
 * `amountBase` is the specified side, `limitBase` bounds the other (universal-router
 * Dispatcher.sol, Payments.sol, V4Router.sol).
 */
export type RouterStep =
  | {
      op: "poolSwap";
      protocol: "v2" | "v3";
      mode: Mode;
      recipient: Recipient;
      amountBase: bigint;
      limitBase: bigint;
      tokenIn: Address;
      tokenOut: Address;
      path: readonly (Address | number)[];
      payerIsUser: boolean;
    }
  | { op: "wrap"; recipient: Recipient; amountBase: bigint }
  | { op: "unwrap"; recipient: Recipient; minBase: bigint }
  | {
      op: "sweep";
      token: Address;
      recipient: Recipient;
      encodedRecipient: Address;
      minBase: bigint;
    }
  | { op: "transfer"; token: Address; recipient: Recipient; amountBase: bigint }
  | { op: "payPortion"; token: Address; recipient: Recipient; bips: bigint }
  | { op: "v4"; actions: readonly V4Step[] };

/** An amount of 0 means all that is owed (settle, swap) or due (take). */
export type V4Step =
  | {
      op: "swap";
      mode: Mode;
      amountBase: bigint;
      limitBase: bigint;
      tokenIn: Address;
      tokenOut: Address;
      pools: readonly PoolKey[];
    }
  | { op: "settle"; token: Address; amountBase: bigint; payerIsUser: boolean }
  | { op: "settleAll"; token: Address; maxBase: bigint }
  | { op: "take"; token: Address; recipient: Recipient; amountBase: bigint }
  | { op: "takeAll"; token: Address; minBase: bigint }
  | { op: "takePortion"; token: Address; recipient: Recipient; bips: bigint };
