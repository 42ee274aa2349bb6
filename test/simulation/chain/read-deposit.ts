import type { Address, Hex } from "viem";
import { words } from "./words.ts";

/** A deposit into the bridge by the vault's own method, as the simulated chain runs it. */
export type DepositCall = {
  inputToken: Address;
  outputToken: Address;
  inputAmountBase: bigint;
  outputAmountBase: bigint;
  destinationChainId: number;
  /** 0: a transfer; 1: a sync. */
  opType: number;
};

const DEPOSIT_V3 = "0x770d096f";

/**
 * Reads depositV3((...)) by hand: the tuple's words follow its offset. undefined for anything else.
 */
export function readDeposit(data: Hex): DepositCall | undefined {
  if (!data.startsWith(DEPOSIT_V3)) return undefined;
  const body = data.slice(10);
  const tuple = words.number(body, 0) / 32;
  const message = tuple + words.number(body, tuple + 11) / 32;
  return {
    inputToken: `0x${words.at(body, tuple + 2).slice(24)}`,
    outputToken: `0x${words.at(body, tuple + 3).slice(24)}`,
    inputAmountBase: words.big(body, tuple + 4),
    outputAmountBase: words.big(body, tuple + 5),
    destinationChainId: words.number(body, tuple + 6),
    opType: words.number(body, message + 1),
  };
}
