import type { Address } from "viem";

/** Where hostile calldata sends things. Nobody holds its key. */
export const ATTACKER: Address = "0xbadbadbadbadbadbadbadbadbadbadbadbadbad0";
