import type { Address } from "viem";

/**
 * Through the vault's own adapter, `depositV3((...))` 0x770d096f (docs/facts/across.md), which sets depositor, recipient, relayer and
 * deadlines itself; they are read all the same, and have to say what it will do.
 */
export type BridgeCall = {
  kind: "bridge";
  /** transfer: supply leaves with the assets, NAV per unit stays. sync: assets leave alone, and move it. */
  opType: "transfer" | "sync";
  depositor: Address;
  recipient: Address;
  inputToken: Address;
  outputToken: Address;
  /** Of the input token, and of the output token on the other chain. */
  inputAmountBase: bigint;
  outputAmountBase: bigint;
  destinationChainId: bigint;
  exclusiveRelayer: Address;
  quoteTimestampSec: number;
  fillDeadlineSec: number;
  exclusivityDeadlineSec: number;
  /** Of the vault's value that a sync may move, in basis points: the vault refuses more. */
  navToleranceBps: bigint;
  /** Paid in the native coin in place of its wrapped form; 0 where the token itself leaves. */
  sourceNativeAmountBase: bigint;
  shouldUnwrap: boolean;
};
