import type { Address } from "viem";
import type { ChainAddresses } from "../chain/addresses.ts";
import { limitToken } from "./limit-token.ts";

/** The tokens of a chain that may be bought without being named, as the limits name tokens: the coin, and what its table marks as deep. */
export const deepTokens = (addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">): ReadonlySet<Address> =>
  new Set(
    [addresses.wrappedNative, ...addresses.tokens.filter(({ deep }) => deep).map(({ address }) => address)].map(
      (token) => limitToken(token, addresses),
    ),
  );
