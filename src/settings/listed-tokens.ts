import type { Address } from "viem";
import type { ChainAddresses } from "../chain/addresses.ts";
import { limitToken } from "./limit-token.ts";

/** What this service lists on a chain, as the limits name tokens: the coin, and the chain's own table. */
export const listedTokens = (addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">): ReadonlySet<Address> =>
  new Set(
    [addresses.wrappedNative, ...addresses.tokens.map(({ address }) => address)].map((token) =>
      limitToken(token, addresses),
    ),
  );
