import type { Address } from "viem";
import type { ChainAddresses } from "../chain/addresses.ts";
import { oracleReads } from "../chain/oracle-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import { isNative } from "../lib/normalize-address.ts";

/**
 * Reads of the oracle's pools. The native coin and its wrapped form have none: their price in
 * native is 1.
 */
export const oraclePools = {
  with: (addresses: ChainAddresses, tokens: readonly (Address | undefined)[]): Address[] => {
    const wanted = tokens.filter((token) => token !== undefined);
    return [...new Set(wanted)].filter(
      (token) => !isNative(token) && token !== addresses.wrappedNative,
    );
  },
  /** Shares the turn's RPC batch; empty without an oracle. */
  read: async (
    { rpc, addresses: { oracle } }: ChainDeps,
    tokens: readonly Address[],
  ): Promise<OraclePools> => {
    if (oracle === null || tokens.length === 0) return new Map();
    const states = await rpc.send(tokens.map((token) => oracleReads.state(oracle, token)));
    return new Map(
      tokens.flatMap((token, index) => (states[index] ? [[token, states[index]] as const] : [])),
    );
  },
};
