import type { Address, Hex } from "viem";
import type { PoolKey } from "../kinds/pool-key.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";
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

/** Readable as a call of its kind, but nothing this service would ever return or send. */
export type UnsupportedCall = {
  kind: "unsupported";
  venue: "uniswap" | "0x-allowance-holder";
  reason: string;
  innerSelector?: Hex;
  settlerActions?: readonly string[];
};

/**
 * A swap through the Universal Router, all legs together. exactIn: `amountInBase` leaves, at least `amountOutMinBase`
 * arrives. exactOut: at most `amountInBase` leaves, `amountOutBase` is requested of the pools, and `amountOutMinBase` of
 * it is enforced by the calldata.
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
  /** The recipient of `tokenOut`: the vault, or the one other address that gets all of it. */
  recipient: Address;
  deadlineSec: bigint | null;
  /** Everything that goes to neither vault nor router, the output to a stranger included. */
  payments: readonly Payment[];
  /** Tokens of which something may stay in the router, where any account can take it. */
  leftInRouter: readonly Address[];
  /** Native coin that the adapter attaches to the router call, out of the vault. */
  nativeFromVaultBase: bigint;
  commands: readonly string[];
  /** Actions inside V4_SWAP, in order. */
  actions: readonly string[];
  legs: readonly SwapLeg[];
  /** The last SWEEP as encoded, or null. */
  sweep: { token: Address; recipient: Address; amountMinBase: bigint } | null;
};

export type Payment = { token: Address; recipient: Address; minBase: bigint };

/** One swap command or action. `path` is as encoded: an exact-output V3 path starts with the output token. */
export type SwapLeg =
  | { protocol: "v2"; path: readonly Address[]; payerIsUser: boolean }
  | { protocol: "v3"; path: readonly (Address | number)[]; payerIsUser: boolean }
  | { protocol: "v4"; pools: readonly PoolKey[] };

/** A swap through 0x: AllowanceHolder.exec around Settler.execute. What happens inside is bounded by `amountOutMinBase` alone. */
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
  /** Inside the vault's own multicall with a deadline, which only the owner may call. */
  isInMulticall: boolean;
  /** What the actions take from the vault: one entry per action that carries a permit. */
  permits: readonly { action: string; recipient: Address; token: Address; amountBase: bigint; deadlineSec: bigint }[];
  /** Shares of what the Settler holds that go to neither vault nor Settler: a fee, or theft. */
  payments: readonly SettlerPayment[];
  nativeFromVaultBase: bigint;
};
