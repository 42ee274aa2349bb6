import type { AgentOfGrant } from "../../kinds/agent-of-grant.ts";

/** As `begin_free_call` (lua-free-call.ts) takes it. */
export type FreeCallInput = {
  /** Whose calls it counts among; null: counted already. */
  network: string | null;
  /** Only a verified one: a caller cannot use up another operator's calls. */
  operator: string | null;
  /** In place of an operator: its calls are counted for its grant alone. */
  by?: AgentOfGrant | undefined;
  /** The vault that it names is known to be the operator's. */
  isOwner?: boolean;
  /** Its signature binds no time. */
  isPlain?: boolean;
  /** Of a call that names an operator, which will cost requests to the chain. */
  claimedFrom: string | null;
  /** The chain is read next for a contract's signature: that look-up is counted now. */
  asks?: boolean;
  /** The answer was good, so the lookup of this time is given back. */
  askedAtMs?: number | undefined;
  token: string;
  holdMs: number;
  idempotency: { scope: string; bodyHash: string } | null;
};
