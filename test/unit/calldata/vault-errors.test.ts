import { encodeErrorResult, parseAbi } from "viem";
import { expect, test } from "vitest";
import { decodeRevert } from "../../../src/chain/decode-revert.ts";

const abi = parseAbi([
  "error Error(string text)",
  "error PoolAmountSmallerThanMinimum(uint16 minimumOrderDivisor)",
  "error PoolMintAmountIn()",
  "error TokenTransferFromFailed()",
  "error NativeCurrencyNotAccepted()",
  "error TargetPredatesOldestObservation(uint32 oldest, uint32 target)",
]);

/**
 * docs/facts/vault-contracts.md 17: what the real vault and the real USDC answered, and a word that
 * its meaning hangs on.
 */
const OBSERVED = [
  ["PoolAmountSmallerThanMinimum", [1_000], "smaller than the least"],
  ["PoolMintAmountIn", [], "purchase"],
  ["TokenTransferFromFailed", [], "no approval"],
  ["NativeCurrencyNotAccepted", [], "no native coin"],
  ["TargetPredatesOldestObservation", [1, 0], "for long enough"],
  ["Error", ["Blacklistable: account is blacklisted"], "USDC's issuer has blocked"],
] as const;

test.each(OBSERVED)("behavior: %s%j is shown by its name and meaning", (errorName, args, word) => {
  const decoded = decodeRevert(encodeErrorResult({ abi, errorName, args } as never));
  expect(decoded.name).toBe(errorName);
  expect(decoded.message).toContain(word);
  expect(decoded.message).not.toContain("does not know");
  expect(decoded.message).not.toContain("A contract refused the call");
});
