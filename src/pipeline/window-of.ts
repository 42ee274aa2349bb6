import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { AddressesWith } from "../chain/addresses.ts";
import { type OracleState, oracleReads } from "../chain/oracle-reads.ts";
import { oracleWindow } from "../shields/oracle-window.ts";

/** Over how long a token's oracle price is a mean, with the call that widens it: 0 wei, from any wallet. */
export type ShortWindow = {
  token: Address;
  /** From the chain's own table; else its address. */
  symbol: string;
  windowSec: number;
  neededSec: number;
  slots: number;
  slotsNeeded: number;
  /** Enough slots are paid for; so many more trades in the oracle's own pool, and they are in use. 0: no more slots are paid for. */
  tradesToWiden: number;
  callTo: Address;
  callData: Hex;
};

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
