const BASIS = 10_000n;
/** A thousandth of one vault token's par (docs/facts/vault-contracts.md 11). */
const MINIMUM_DIVISOR = 1_000n;

type Terms = {
  /** Base units of the base token for 10^decimals vault tokens. */
  unitaryValue: bigint;
  decimals: number;
  spreadBps: number;
  /** In vault tokens; 0 for the collector itself. */
  feeBps: number;
};

/** As the vault computes it, in its own order of roundings (MixinActions.sol). */
export const holderMath = {
  /** Vault tokens for an amount of the base token. */
  bought: (amountBase: bigint, { unitaryValue, decimals, spreadBps, feeBps }: Terms) => {
    const spreadBase = (amountBase * BigInt(spreadBps)) / BASIS;
    const minted = ((amountBase - spreadBase) * 10n ** BigInt(decimals)) / unitaryValue;
    const feeTokens = (minted * BigInt(feeBps)) / BASIS;
    return { spreadBase, feeTokens, tokens: minted - feeTokens };
  },
  /** `neededBase` is what the vault has to hold for it. */
  redeemed: (tokens: bigint, { unitaryValue, decimals, spreadBps, feeBps }: Terms) => {
    const feeTokens = (tokens * BigInt(feeBps)) / BASIS;
    const neededBase = ((tokens - feeTokens) * unitaryValue) / 10n ** BigInt(decimals);
    const spreadBase = (neededBase * BigInt(spreadBps)) / BASIS;
    return { feeTokens, spreadBase, neededBase, paidBase: neededBase - spreadBase };
  },
  minimumBase: (decimals: number): bigint => 10n ** BigInt(decimals) / MINIMUM_DIVISOR,
  /** 0 only for an amount too small to have a least. */
  atLeast: (expected: bigint, slippageBps: number): bigint => (expected * (BASIS - BigInt(slippageBps))) / BASIS,
};
