import type { Address } from "viem";

/**
 * The agent that calls by a grant: lower case, signature verified. The store decides if the grant
 * holds.
 */
export type AgentOfGrant = { id: string; agent: Address };
