/**
 * An amount is what one market owes in one token, of withheld collateral in one hour. With two tokens and at most 24 hours a call, a market
 * that is asked for alone is always read and claimed whole.
 */
export const claimBounds = {
  /** GMX's markets on Arbitrum, some 250 amounts of funding, fit several times. */
  mostAmounts: 1_000,
  /** Not zero: looked at closely, at four more values each. */
  mostWithheld: 250,
  /** In one transaction: a claim costs some 100,000 gas. */
  mostClaims: 50,
  /** A value is asked for with 450 bytes and answered with 320. */
  mostValuesAtOnce: 250,
};
