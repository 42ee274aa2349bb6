import type { ChainAddresses, TableToken } from "./addresses.ts";

/**
 * Their market is too large for one stranger to set its price. Without the coin and its wrapped form, in which the others are priced. A
 * token with two names (ETH and WETH on BNB Chain) is one.
 */
export const deepTokens = ({
  tokens,
  wrappedNative,
}: Pick<ChainAddresses, "tokens" | "wrappedNative">): readonly TableToken[] =>
  tokens.filter(
    ({ deep, address }, at) =>
      deep === true && address !== wrappedNative && tokens.findIndex((one) => one.address === address) === at,
  );
