import type { Address } from "viem";
import type { SwapFacts } from "../kinds/chain-facts.ts";
import { isNative } from "../lib/is-native.ts";

/** Whether a token is part of the vault's NAV: its base token, or one of its active ones. */
export const isCounted = ({ baseToken, activeTokens }: SwapFacts, token: Address): boolean =>
  [baseToken, ...activeTokens].some((counted) => counted === token || (isNative(counted) && isNative(token)));
