const BASIS = 10_000n;
/** The vault's own minimum: a thousandth of one vault token's par (docs/facts/vault-contracts.md 11). */
const MINIMUM_DIVISOR = 1_000n;

type Terms = {
  /** Base units of the base token for 10^decimals vault tokens. */
  unitaryValue: bigint;
  decimals: number;
  spreadBps: number;
  /** What the vault's fee collector gets, in vault tokens; 0 for the collector itself. */
  feeBps: number;
};

/** What the vault computes when its tokens are bought and given back, in its own order of roundings (MixinActions.sol). */
export const holderMath = {
  /** Vault tokens for an amount of the base token. */
  bought: (amountBase: bigint, { unitaryValue, decimals, spreadBps, feeBps }: Terms) => {
    const spreadBase = (amountBase * BigInt(spreadBps)) / BASIS;
    const minted = ((amountBase - spreadBase) * 10n ** BigInt(decimals)) / unitaryValue;
    const feeTokens = (minted * BigInt(feeBps)) / BASIS;
    return { spreadBase, feeTokens, tokens: minted - feeTokens };
  },
  /** The base token for an amount of vault tokens; `neededBase` is what the vault has to hold for it. */
  redeemed: (tokens: bigint, { unitaryValue, decimals, spreadBps, feeBps }: Terms) => {
    const feeTokens = (tokens * BigInt(feeBps)) / BASIS;
    const neededBase = ((tokens - feeTokens) * unitaryValue) / 10n ** BigInt(decimals);
    const spreadBase = (neededBase * BigInt(spreadBps)) / BASIS;
    return { feeTokens, spreadBase, neededBase, paidBase: neededBase - spreadBase };
  },
  minimumBase: (decimals: number): bigint => 10n ** BigInt(decimals) / MINIMUM_DIVISOR,
  /** The least to accept of an expected amount; 0 only for an amount too small to have one. */
  atLeast: (expected: bigint, slippageBps: number): bigint => (expected * (BASIS - BigInt(slippageBps))) / BASIS,
};
