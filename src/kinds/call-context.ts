import type { Address } from "viem";
import type { AgentGrant, GrantFault, GrantScope } from "../../schemas/auth/agent-grant.ts";
import type { VenuePrice } from "../../schemas/calls/venue-price.ts";
import type { AnyOrder } from "../../schemas/orders/any-order.ts";
import type { WaitReason } from "../../schemas/orders/wait-reason.ts";
import type { DelegationRecord } from "../../schemas/vaults/delegation-record.ts";
import type { OperatorSettings } from "../../schemas/vaults/operator-settings.ts";
import type { PerpLimits } from "../../schemas/vaults/perp-limits.ts";
import type { VaultLimits } from "../../schemas/vaults/vault-limits.ts";

/** Stored facts of a call's operator and vault. */
export type CallContext = {
  settings: OperatorSettings;
  /** The operator signed the bound form, before or in this call. */
  boundSeen: boolean;
  delegation: DelegationRecord | null;
  frozen: boolean;
  /** Nonces of the delegated agent; `lowestOpen` is mined next. */
  nonceQueue: {
    agent: Address;
    highestConfirmed: number | null;
    highestOpen: number | null;
    lowestOpen: number | null;
  } | null;
  /** Highest confirmed NAV per unit of 24 hours, base units. */
  navBaseline: string | null;
  /** Venue prices of the chain's deep tokens, a few minutes old. */
  venuePrices?: VenuePrice[] | undefined;
  /** The operator has a chat or a webhook. */
  paired: boolean;
  perpLimits: PerpLimits;
  limits: VaultLimits | null;
  /**
   * Given away in 24 hours, in base units of the base token: in total and by bought token. null: no
   * limits.
   */
  spent: { day: string; tokens: { token: Address; value: string }[] } | null;
  /** The call's grant, or why it opens nothing. */
  grant?: AgentGrant | undefined;
  grantFault?: GrantFault | undefined;
  /** Of a call by a token: no more than its grant's. */
  tokenScope?: GrantScope | undefined;
};

/** An order as a claim leases it, with the stored facts for its run. */
export type ClaimedOrder = {
  order: AnyOrder;
  version: number;
  context: CallContext;
  /** The shortage its operator was told of, in words of OrderShortage's causes. */
  short?: string | undefined;
  waits?: WaitReason | undefined;
};

/**
 * The agent that calls by a grant: its verified address in lower case, or the SHA-256 in hex of the
 * bearer token that it carries. The store decides if grant and token hold.
 */
export type AgentOfGrant = { id: string } & (
  | { agent: Address; token?: never }
  | { token: string; agent?: never }
);
