import type { Address } from "viem";
import type { AgentGrant, GrantFault, GrantScope } from "../../schemas/agent-grant.ts";
import type { AnyOrder } from "../../schemas/any-order.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { OperatorSettings } from "../../schemas/operator-settings.ts";
import type { PerpLimits } from "../../schemas/perp-limits.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { VenuePrice } from "../../schemas/venue-price.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";

/** What the store knows about one call's operator and vault. */
export type CallContext = {
  settings: OperatorSettings;
  /** The operator has signed the bound form, before or in this call. */
  boundSeen: boolean;
  delegation: DelegationRecord | null;
  frozen: boolean;
  /** Nonces of the delegation record's agent. `lowestOpen` is the next that can be mined. */
  nonceQueue: {
    agent: Address;
    highestConfirmed: number | null;
    highestOpen: number | null;
    lowestOpen: number | null;
  } | null;
  /** Highest confirmed NAV per unit of the last 24 hours, in base units. */
  navBaseline: string | null;
  /** What venues asked and gave for the chain's deep tokens a few minutes ago, of those that answered. */
  venuePrices?: VenuePrice[] | undefined;
  /** The operator has a channel for notifications: a chat, or a webhook. */
  paired: boolean;
  perpLimits: PerpLimits;
  /** What bounds the calls of this vault; null: nothing was ever set. */
  limits: VaultLimits | null;
  /** What was given away in the last 24 hours, in base units of the base token: of all, and by bought token. null: without limits. */
  spent: { day: string; tokens: { token: Address; value: string }[] } | null;
  /** Of a call by a grant: it, or why it opens nothing. */
  grant?: AgentGrant | undefined;
  grantFault?: GrantFault | undefined;
  /** Of a call by a token: no more than its grant's. */
  tokenScope?: GrantScope | undefined;
};

/** An order of any kind as a claim leases it, with all that its run has to know of the store. */
export type ClaimedOrder = {
  order: AnyOrder;
  version: number;
  /** Of the chain that the order is of. */
  context: CallContext;
  /** What its operator was told that it runs short of, in words of OrderShortage's causes; absent: nothing. */
  short?: string | undefined;
  /** Leased, but its run is not to be now. */
  waits?: WaitReason | undefined;
};
