import type { Address } from "viem";

/** The native coin everywhere in this service (spec: "the all-zero address means native token"). */
export const NATIVE_TOKEN = "0x0000000000000000000000000000000000000000" satisfies Address;
