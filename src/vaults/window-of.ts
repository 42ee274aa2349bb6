import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { AddressesWith } from "../chain/addresses.ts";
import { type OracleState, oracleReads } from "../chain/oracle-reads.ts";
import type { ShortWindow } from "../kinds/execution-outcome.ts";
import { oracleWindow } from "../shields/oracle-window.ts";

/** Over how long the oracle's price of a token is a mean, and the call that widens it. */
export function windowOf(
  { chainId, addresses }: { chainId: ChainId; addresses: AddressesWith<"oracle"> },
  token: Address,
  { index, cardinality, cardinalityNext }: OracleState,
): ShortWindow {
  const slotsNeeded = oracleWindow.slotsNeeded(chainId);
  return {
    token,
    symbol: addresses.tokens.find(({ address }) => address === token)?.symbol ?? token,
    windowSec: oracleWindow.sec(chainId, cardinality),
    neededSec: oracleWindow.neededSec,
    slots: cardinality,
    slotsNeeded,
    // The write after the one that fills the last slot takes the wider ring (Oracle.write of the hook).
    tradesToWiden: cardinality < slotsNeeded && cardinalityNext >= slotsNeeded ? Math.max(1, cardinality - index) : 0,
    callTo: addresses.oracle,
    callData: oracleReads.widen(addresses.oracle, token, slotsNeeded),
  };
}
