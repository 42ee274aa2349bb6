import type { Address } from "viem";

/**
 * The agent that calls by a grant: its verified address in lower case, or the SHA-256 in hex of the
 * bearer token that it carries. The store decides if grant and token hold.
 */
export type AgentOfGrant = { id: string } & (
  | { agent: Address; token?: never }
  | { token: string; agent?: never }
);
