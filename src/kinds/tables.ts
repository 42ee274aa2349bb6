import type { ChainId } from "../../schemas/chains.ts";
import type { ChannelId } from "../../schemas/notices/channel-ids.ts";
import type { OrderKindId } from "../../schemas/orders/order-kinds.ts";
import type { ProtocolId } from "../../schemas/protocol-ids.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Chain } from "../chains/chain.ts";
import type { Channel } from "./channel.ts";
import type { Check, CheckStage } from "./check.ts";
import type { OrderKind } from "./order-kind.ts";
import type { Protocol } from "./protocol.ts";
import type { Venue } from "./venue.ts";

/**
 * Total tables of plain objects by id. Rooms get theirs from `deps.tables` and never import one.
 */
export type Tables = Readonly<{
  chains: Readonly<Record<ChainId, Chain>>;
  channels: Readonly<Record<ChannelId, Channel>>;
  /** In each stage's order of judgement; loaded with the first call that comes so far. */
  checks: Readonly<Record<CheckStage, () => Promise<readonly Check<Record<string, unknown>>[]>>>;
  orderKinds: Readonly<Record<OrderKindId, OrderKind>>;
  venues: Readonly<Record<VenueId, Venue>>;
  protocols: Readonly<Record<ProtocolId, Protocol>>;
}>;
