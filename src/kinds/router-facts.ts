import type { Address } from "viem";

/** The vault it goes to, the chain's wrapped native token, the adapter's router version. */
export type RouterFacts = { vault: Address; wrappedNative: Address; routerVersion: "2.0" | "2.1.2" };
