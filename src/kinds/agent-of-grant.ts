import type { Address } from "viem";

/** Who calls by a grant: its agent, whose signature was verified, in lower case. Whether the grant holds is for the store to say. */
export type AgentOfGrant = { id: string; agent: Address };
