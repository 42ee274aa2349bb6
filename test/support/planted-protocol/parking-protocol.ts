import type { ProtocolId } from "../../../schemas/protocol-ids.ts";
import type { VenueOrderFamily } from "../../../schemas/venue-order.ts";
import type { Protocol } from "../../../src/kinds/protocol.ts";
import { type ParkingCall, parkingCall } from "./parking-call.ts";

/**
 * A protocol as somebody may add it one day: a call of its own, and an end that its venue tells
 * later.
 */
export const parkingProtocol: Protocol<ParkingCall> = {
  // Safe: plant-protocol.ts puts both ids into their lists.
  id: "parking" as ProtocolId,
  chains: { ids: [8453], calls: "Calls to the car park" },
  calls: { parkCoin: { selectors: [parkingCall.selector], sender: "agent" } },
  load: async () => (await import("./parking-code.ts")).parkingCode,
  follow: {
    family: "parking" as VenueOrderFamily,
    look: async (deps, { ordered }) => ({
      ...{ kind: "ended", status: "executed", reason: "" },
      amounts: { parked: ordered.amount ?? "" },
      atMs: deps.clock.nowMs(),
    }),
  },
};
