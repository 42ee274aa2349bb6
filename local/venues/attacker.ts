import type { Address } from "viem";

/** The recipient in hostile calldata. Its key is unknown. */
export const ATTACKER: Address = "0xbadbadbadbadbadbadbadbadbadbadbadbadbad0";
