import type { Address } from "viem";

/**
 * A deposit into Across through the vault's own adapter, `depositV3((...))` 0x770d096f (docs/facts/across.md). The adapter itself sets
 * depositor, recipient, relayer and deadlines; they are read all the same, and have to say what it will do.
 */
export type BridgeCall = {
  kind: "bridge";
  /** transfer: supply leaves with the assets, so that NAV per unit stays. sync: assets leave alone, and move it. */
  opType: "transfer" | "sync";
  depositor: Address;
  recipient: Address;
  inputToken: Address;
  outputToken: Address;
  /** In base units of the input token, and of the output token on the other chain. */
  inputAmountBase: bigint;
  outputAmountBase: bigint;
  destinationChainId: bigint;
  exclusiveRelayer: Address;
  quoteTimestampSec: number;
  fillDeadlineSec: number;
  exclusivityDeadlineSec: number;
  /** What part of the vault's value a sync may move, in basis points: the vault itself refuses more. */
  navToleranceBps: bigint;
  /** What is paid in the native coin in place of its wrapped form; 0 where the token itself leaves. */
  sourceNativeAmountBase: bigint;
  /** Whether the wrapped coin becomes the coin on arrival. */
  shouldUnwrap: boolean;
};
