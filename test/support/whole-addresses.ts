import type { ChainId } from "../../schemas/chains.ts";
import {
  type AddressesWith,
  chainAddresses,
  type LackableContract,
} from "../../src/chain/addresses.ts";

/** Of a chain that has every contract which a chain may lack. */
export type WholeAddresses = AddressesWith<Exclude<LackableContract, "uniswapRouterAdapterUr21">>;

/**
 * The addresses of a chain that trades: a copy, since a test may change them and the service keeps
 * its own.
 */
// Safe: test/unit/chain/addresses.test.ts says of each chain what it lacks, which is nothing where
// callers may name it.
export const wholeAddresses = (chainId: ChainId, overridesJson?: string): WholeAddresses =>
  ({ ...chainAddresses(chainId, overridesJson) }) as WholeAddresses;
