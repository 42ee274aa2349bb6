import type { Address } from "viem";

/** How 0x names the native coin; source: facts/addresses.json, global.nativePlaceholder_0x. */
export const NATIVE_0X: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
