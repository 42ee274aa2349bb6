/**
 * What one look at claims may cost. An amount is what one market owes in one token, of withheld collateral in one hour. A
 * market has two tokens and a call at most 24 hours, so a market that is asked for alone is always read and claimed whole.
 */
export const claimBounds = {
  /** GMX's markets on Arbitrum, some 250 amounts of funding, fit several times. */
  mostAmounts: 1_000,
  /** Of these, how many that are not zero are looked at closely, at four more values each. */
  mostWithheld: 250,
  /** In one transaction: a claim costs some 100,000 gas. */
  mostClaims: 50,
  /** Values of GMX's data store in one request, which asks with 450 bytes for each and is answered with 320. */
  mostValuesAtOnce: 250,
};
