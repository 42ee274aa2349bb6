import { PROTOCOL_IDS } from "../../schemas/protocol-ids.ts";
import { LIMIT_VENUES } from "../../schemas/vault-limits.ts";
import { VENUE_NAMES, VENUE_ORDER_FAMILIES } from "../../schemas/venue-order.ts";
import { loadTools } from "../../src/calls/load-tools.ts";
import { createModules } from "../../src/create-modules.ts";
import { DELEGABLE_SELECTORS } from "../../src/delegation/delegable-selectors.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { parkCoin } from "./planted-protocol/park-coin.ts";
import { parkingCall } from "./planted-protocol/parking-call.ts";

// As a new id in each closed list would: before anything of the service reads it.
for (const ids of [PROTOCOL_IDS, LIMIT_VENUES, VENUE_ORDER_FAMILIES]) (ids as unknown as string[]).push("parking");
(VENUE_NAMES as Record<string, string>).parking = "Car park";
(DELEGABLE_SELECTORS.perps as string[]).push(parkingCall.selector);
const { registry } = await loadTools({ modules: createModules() });
(registry as Tool[]).push(parkCoin);
