import type { Address } from "viem";

/**
 * Who calls by a grant: its agent, whose signature was verified (address in lower case), or who carries a bearer token, of which this is the
 * SHA-256 in hex. Whether the grant holds, and whether the token is one of its own, is for the store to say.
 */
export type AgentOfGrant = { id: string } & ({ agent: Address; token?: never } | { token: string; agent?: never });
