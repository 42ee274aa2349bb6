import { type Address, zeroAddress } from "viem";
import { blockReads } from "../chain/block-reads.ts";
import { oracleSpot } from "../chain/oracle-spot.ts";
import type { ChainDeps } from "../deps.ts";
import type { SwapRequest } from "../kinds/venue-port.ts";
import { isNative } from "../lib/is-native.ts";
import { comparedTokens } from "./compared-tokens.ts";

/** With what the coin is worth in the compared token. */
export type GasFacts = {
  priceWei: bigint;
  wrappedNative: Address;
  /** By the oracle's spot, rounded down; undefined: not needed, or there is none. */
  coinWorth(wei: bigint): bigint | undefined;
};

/** In one request. The spot only decides between venues: both shields judge what is chosen. undefined: the chain's head could not be read. */
export async function readGasFacts(
  { addresses, rpc }: Pick<ChainDeps, "addresses" | "rpc">,
  request: Pick<SwapRequest, "mode" | "tokenIn" | "tokenOut">,
): Promise<GasFacts | undefined> {
  const { wrappedNative, oracle } = addresses;
  const { compared, other } = comparedTokens(request);
  const isCoin = (token: Address) => isNative(token) || token.toLowerCase() === wrappedNative.toLowerCase();
  const pair = { tokenIn: zeroAddress, tokenOut: compared.address };
  const spot =
    oracle === null || isCoin(compared.address) || isCoin(other.address) ? undefined : { oracle, wrappedNative };
  const [head, outcomes] = await Promise.all([
    rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]),
    spot === undefined ? [] : rpc.send(oracleSpot.calls(spot, pair)),
  ]);
  const [block, tip] = head;
  if (!block.ok) return undefined;
  return {
    priceWei: block.value.baseFeePerGas + (tip.ok ? tip.value : 0n),
    wrappedNative,
    coinWorth: (wei) => {
      const amounts = { mode: "exactIn" as const, amountInBase: wei, amountOutBase: 0n };
      const worth = spot && oracleSpot.amount(spot, pair, amounts, outcomes);
      return worth?.kind === "price" ? worth.amountBase : undefined;
    },
  };
}
