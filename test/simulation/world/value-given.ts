import type { Address, Hex } from "viem";
import { larger } from "../../../src/lib/integers.ts";
import type { ChainState } from "../chain/chain-state.ts";
import { market } from "../chain/market.ts";
import { readDeposit } from "../chain/read-deposit.ts";
import { readSwap } from "../chain/read-swap.ts";

/**
 * What a call gives away, read by hand: at most so many base units of a token, for which token, at
 * which venue.
 */
export type Given = {
  token: Address;
  mostBase: bigint;
  bought: Address | undefined;
  venue: "uniswap" | "0x" | "across";
};

const EXEC = "0x2213bc0b";

/** Undefined of what is no call that gives anything away. */
export function givenBy(data: Hex): Given | undefined {
  const deposit = readDeposit(data);
  if (deposit !== undefined)
    return {
      token: deposit.inputToken,
      mostBase: deposit.inputAmountBase,
      bought: undefined,
      venue: "across",
    };
  const swap = readSwap(data);
  if (swap === undefined) return undefined;
  return {
    token: swap.tokenIn,
    mostBase: swap.mode === "exactIn" ? swap.amountBase : swap.limitBase,
    bought: swap.tokenOut,
    venue: data.startsWith(EXEC) ? "0x" : "uniswap",
  };
}

/** The same at the dearer of the oracle and what venues gave. */
export const dearerValue = (
  amountBase: bigint,
  token: Address,
  weth: Address,
  { state, prices }: { state: ChainState; prices: readonly bigint[] },
): bigint =>
  [state.oraclePrice, ...prices]
    .map((oraclePrice) => oracleValue(amountBase, token, weth, { ...state, oraclePrice }))
    .reduce(larger);

/** An amount in base units of USDC, the vaults' base token, by the oracle of that state. */
export const oracleValue = (
  amountBase: bigint,
  token: Address,
  weth: Address,
  { oraclePrice }: ChainState,
): bigint => (token === weth ? market.convert(amountBase, true, oraclePrice) : amountBase);
