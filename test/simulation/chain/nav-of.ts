import type { Address } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import type { ChainState } from "./chain-state.ts";
import { market } from "./market.ts";
import { simTokens } from "./sim-tokens.ts";

export const SUPPLY = 100_000_000_000n;
export const UNIT = 1_000_000n;

/**
 * A vault's NAV per unit and its net value, in base units of USDC, at the oracle's price of that
 * state.
 */
export function navOf(
  chainId: ChainId,
  state: ChainState,
  vault: Address,
): { unit: bigint; total: bigint } {
  const { usdc, weth } = simTokens(chainId);
  const held = (token: Address): bigint => state.balances[`${vault}:${token}`] ?? 0n;
  const total = held(usdc) + market.convert(held(weth), true, state.oraclePrice);
  return { unit: (total * UNIT) / SUPPLY, total };
}
