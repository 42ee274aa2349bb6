import type { Address } from "viem";
import type { ChainState } from "./chain-state.ts";

export const PLENTY_WEI = 10n ** 24n;

/** Native coin of a wallet, in wei. */
export const coinOf = ({ coins }: ChainState, wallet: Address): bigint =>
  coins[wallet] ?? PLENTY_WEI;
