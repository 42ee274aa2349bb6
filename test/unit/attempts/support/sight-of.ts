import type { AttemptObservation } from "../../../../src/attempts/decide-attempt.ts";

/**
 * What the chain says of an attempt at nonce 0 that no node knows: the nonce is unused, everything
 * could be read.
 */
export const sightOf = (changes: Partial<AttemptObservation> = {}): AttemptObservation => ({
  nonce: 0,
  isFill: false,
  maxFeeWei: 8_500_000n,
  waitedMs: 0,
  isSentAgain: false,
  confirmations: 1n,
  head: 40_000_000n,
  baseFeeWei: 5_000_000n,
  tipWei: 1_000_000n,
  agentBalanceWei: 10n ** 18n,
  l1FeeWei: 0n,
  chainNonce: 0,
  settledNonce: null,
  isSuspected: false,
  receipts: [null],
  freeingReceipts: [],
  isKnown: false,
  ...changes,
});
