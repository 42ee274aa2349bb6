import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Token } from "../chain/resolve-token.ts";
import { isNative } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { PoolKey } from "./vault-call.ts";

/**
 * For a card's words: resolved tokens, the vault, and a position's pool, checked against the chain.
 */
export type CallPlaces = {
  token(address: Address): Token | undefined;
  vault: Address;
  chainId: ChainId;
  pool: PoolKey | undefined;
};

/** Names of amounts, accounts and hooks on a card. */
export const callPlaces = {
  /** In whole units; an unresolved token's in base units. */
  amount: ({ token }: CallPlaces, address: Address, base: bigint): string => {
    const known = token(address);
    return known === undefined
      ? `${base} base units of ${address}`
      : `${formatUnits(base, known.decimals)} ${known.symbol}`;
  },
  account: ({ vault }: CallPlaces, account: Address): string =>
    account.toLowerCase() === vault.toLowerCase() ? "the vault itself" : account,
  /** Hooks are other people's code, which runs with the call. */
  hookLines: (pools: readonly PoolKey[]): string[] =>
    [...new Set(pools.map(({ hooks }) => hooks))]
      .filter((hooks) => !isNative(hooks))
      .map(
        (hooks) =>
          `Warning: the pool has the hook ${hooks}, whose code runs with every change of it.`,
      ),
};
