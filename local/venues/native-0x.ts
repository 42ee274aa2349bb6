import type { Address } from "viem";

/**
 * How 0x names the native coin; source: docs/facts/vault-contracts.md 12,
 * global.nativePlaceholder_0x.
 */
export const NATIVE_0X: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
