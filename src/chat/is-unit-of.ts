const DOLLARS = ["usdc", "usdt", "dai"];

/**
 * Whether the unit behind a price is this token; dollars are any token of a dollar, and none is
 * left to the trade.
 */
export const isUnitOf = (unit: string | undefined, token: string): boolean =>
  unit === undefined ||
  unit === token.toLowerCase() ||
  (/^(?:usd|dollars?)$/.test(unit) && DOLLARS.includes(token.toLowerCase()));
