import type { Address } from "viem";
import type { PoolKey } from "../kinds/vault-call.ts";

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
