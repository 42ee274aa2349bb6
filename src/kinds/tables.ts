import type { ChainId } from "../../schemas/chains.ts";
import type { ChannelId } from "../../schemas/channel-ids.ts";
import type { OrderKindId } from "../../schemas/order-kinds.ts";
import type { ProtocolId } from "../../schemas/protocol-ids.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Chain } from "../chains/chain.ts";
import type { Channel } from "./channel.ts";
import type { Check, CheckStage } from "./check.ts";
import type { OrderKind } from "./order-kind.ts";
import type { Protocol } from "./protocol.ts";
import type { Venue } from "./venue.ts";

/**
 * Each row a total table of plain objects, one for each id of its closed list. Rooms get their table through `deps.tables` and never import
 * one.
 */
export type Tables = Readonly<{
  chains: Readonly<Record<ChainId, Chain>>;
  channels: Readonly<Record<ChannelId, Channel>>;
  /** What a call must pass, in the order in which each stage judges it; loaded with the first call that comes so far. */
  checks: Readonly<Record<CheckStage, () => Promise<readonly Check<Record<string, unknown>>[]>>>;
  orderKinds: Readonly<Record<OrderKindId, OrderKind>>;
  venues: Readonly<Record<VenueId, Venue>>;
  /** Where a vault's calls go. */
  protocols: Readonly<Record<ProtocolId, Protocol>>;
}>;
