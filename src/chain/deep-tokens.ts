import type { ChainAddresses } from "./addresses.ts";
import type { TableToken } from "./token-table.ts";

/**
 * The tokens of a chain whose market is too large for one stranger to set its price. Without the coin and its wrapped form: the others are
 * priced in them. A token that stands there under two names (ETH and WETH on BNB Chain) is one.
 */
export const deepTokens = ({
  tokens,
  wrappedNative,
}: Pick<ChainAddresses, "tokens" | "wrappedNative">): readonly TableToken[] =>
  tokens.filter(
    ({ deep, address }, at) =>
      deep === true && address !== wrappedNative && tokens.findIndex((one) => one.address === address) === at,
  );
