import type { ProtocolId } from "../../schemas/protocol-ids.ts";
import type { Protocol } from "./protocol.ts";

/**
 * The members of the service: each row a total table of plain objects, one for each id of its closed list. A part that a member
 * leaves out does not compile. Rooms get their table through `deps.tables` and never import one.
 */
export type Tables = Readonly<{
  /** Where a vault's calls go. */
  protocols: Readonly<Record<ProtocolId, Protocol>>;
}>;
