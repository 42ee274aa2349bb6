import type { Address } from "viem";

/** `usdc18`: in USDC by its own oracle, with 18 decimals. */
type Source = { baseToken: Address; decimals: number; netTotalValueBase: bigint; usdc18: bigint };
type Held = { token: { address: Address; decimals: number }; balanceBase: bigint; usdc18: bigint | null };

/**
 * Worth `value18` of the base token, by the sending chain's own oracle, in the token's base units, rounded down. null where the oracle gives
 * no price.
 */
export function tokenAmount(value18: bigint, source: Source, { token, balanceBase, usdc18 }: Held): bigint | null {
  if (token.address === source.baseToken) return value18 / 10n ** BigInt(18 - token.decimals);
  if (usdc18 === null || usdc18 <= 0n) return null;
  const total18 = source.netTotalValueBase * 10n ** BigInt(18 - source.decimals);
  return (value18 * source.usdc18 * balanceBase) / (total18 * usdc18);
}
