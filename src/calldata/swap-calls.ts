import type { Address, Hex } from "viem";
import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import type { PoolKey, SwapCall, UnknownCall, VaultCall } from "../kinds/vault-call.ts";
import type { SettlerPayment } from "./settler-payments.ts";

/** What calldata of execute() may turn out to be. */
export type RouterCall =
  | RouterSwapCall
  | { kind: "sweep" | "transfer"; token: Address; recipient: Address; amountBase: bigint; deadlineSec: bigint | null }
  | { kind: "unsupportedCommand"; command: Hex; name: string; deadlineSec: bigint | null }
  | UnsupportedCall
  | UnknownCall;

/** What calldata of exec() may turn out to be. */
export type ZeroExCall = ZeroExSwapCall | UnsupportedCall | UnknownCall;

/** Of its kind, but nothing this service would ever return or send. */
type UnsupportedCall = {
  kind: "unsupported";
  venue: "uniswap" | "0x-allowance-holder";
  reason: string;
  innerSelector?: Hex;
  settlerActions?: readonly string[];
};

/**
 * Through the Universal Router, all legs together. exactIn: `amountInBase` leaves, at least `amountOutMinBase` arrives. exactOut: at most
 * `amountInBase` leaves, `amountOutBase` is requested of the pools, and `amountOutMinBase` of it is enforced by the calldata.
 */
export type RouterSwapCall = {
  kind: "swap";
  venue: "uniswap-v2" | "uniswap-v3" | "uniswap-v4" | "uniswap-mixed";
  mode: "exactIn" | "exactOut";
  tokenIn: Address;
  tokenOut: Address;
  amountInBase: bigint;
  amountOutBase: bigint | null;
  amountOutMinBase: bigint;
  /** The vault, or the one other address that gets all of it. */
  recipient: Address;
  deadlineSec: bigint | null;
  /** To neither vault nor router, the output to a stranger included. */
  payments: readonly Payment[];
  /** Something of them may stay there, where any account can take it. */
  leftInRouter: readonly Address[];
  /** Attached by the adapter, out of the vault. */
  nativeFromVaultBase: bigint;
  commands: readonly string[];
  /** Actions inside V4_SWAP, in order. */
  actions: readonly string[];
  legs: readonly SwapLeg[];
  /** The last SWEEP as encoded, or null. */
  sweep: { token: Address; recipient: Address; amountMinBase: bigint } | null;
};

export type Payment = { token: Address; recipient: Address; minBase: bigint };

/** `path` is as encoded: an exact-output V3 path starts with the output token. */
export type SwapLeg =
  | { protocol: "v2"; path: readonly Address[]; payerIsUser: boolean }
  | { protocol: "v3"; path: readonly (Address | number)[]; payerIsUser: boolean }
  | { protocol: "v4"; pools: readonly PoolKey[] };

/** AllowanceHolder.exec around Settler.execute. What happens inside is bounded by `amountOutMinBase` alone. */
export type ZeroExSwapCall = {
  kind: "swap";
  venue: "0x-allowance-holder";
  mode: "exactIn";
  tokenIn: Address;
  tokenOut: Address;
  /** As encoded, before 0x's native marker became the zero address. */
  tokenInEncoded: Address;
  tokenOutEncoded: Address;
  amountInBase: bigint;
  amountOutMinBase: bigint;
  recipient: Address;
  operator: Address;
  target: Address;
  innerSelector: Hex;
  settlerActions: readonly string[];
  /** Of the multicall around it, else of the first action; null when neither carries one. */
  deadlineSec: bigint | null;
  /** Which only the owner may call. */
  isInMulticall: boolean;
  /** One entry per action that carries a permit. */
  permits: readonly { action: string; recipient: Address; token: Address; amountBase: bigint; deadlineSec: bigint }[];
  /** To neither vault nor Settler: a fee, or theft. */
  payments: readonly SettlerPayment[];
  nativeFromVaultBase: bigint;
};

/** Of decoders, those of swaps alone give the kind "swap", and each has what every venue's swap has. */
export const isSwap = (call: VaultCall): call is SwapCall => call.kind === "swap";

/** The hooks that it meets, and who gets what it buys. */
export function swapCallWords(call: SwapCall & { legs?: readonly SwapLeg[] }, places: CallPlaces): { lines: string[] } {
  const pools = (call.legs ?? []).flatMap((leg) => (leg.protocol === "v4" ? leg.pools : []));
  return { lines: [...callPlaces.hookLines(pools), `Goes to ${callPlaces.account(places, call.recipient)}.`] };
}

/** 0x..01 and the vault's own address are the vault, 0x..02 is the router. */
export type Recipient = "vault" | "router" | Address;

type Mode = "exactIn" | "exactOut";

/**
 * `amountBase` is what is specified (input for exactIn, output for exactOut), `limitBase` the other side's bound. Source: Uniswap
 * universal-router Dispatcher.sol, Payments.sol, V4Router.sol.
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
  | { op: "sweep"; token: Address; recipient: Recipient; encodedRecipient: Address; minBase: bigint }
  | { op: "transfer"; token: Address; recipient: Recipient; amountBase: bigint }
  | { op: "payPortion"; token: Address; recipient: Recipient; bips: bigint }
  | { op: "v4"; actions: readonly V4Step[] };

/** An amount of 0 means "all that is owed" (settle, swap) or "all that is due" (take). */
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
