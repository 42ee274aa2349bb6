import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Token } from "../chain/resolve-token.ts";
import { isNative } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { PoolKey } from "./vault-call.ts";

/** For words: its tokens by address as they were resolved, the vault, and the pool of a position, held against the chain. */
export type CallPlaces = {
  token(address: Address): Token | undefined;
  vault: Address;
  chainId: ChainId;
  pool: PoolKey | undefined;
};

/** How a card names what a call is about. */
export const callPlaces = {
  /** In whole units; of a token that could not be resolved, in base units by its address. */
  amount: ({ token }: CallPlaces, address: Address, base: bigint): string => {
    const known = token(address);
    return known === undefined
      ? `${base} base units of ${address}`
      : `${formatUnits(base, known.decimals)} ${known.symbol}`;
  },
  /** The vault by its name, anybody else by the address. */
  account: ({ vault }: CallPlaces, account: Address): string =>
    account.toLowerCase() === vault.toLowerCase() ? "the vault itself" : account,
  /** Hooks are other people's code, which runs with the call. */
  hookLines: (pools: readonly PoolKey[]): string[] =>
    [...new Set(pools.map(({ hooks }) => hooks))]
      .filter((hooks) => !isNative(hooks))
      .map((hooks) => `Warning: the pool has the hook ${hooks}, whose code runs with every change of it.`),
};
