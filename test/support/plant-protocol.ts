import { PROTOCOL_IDS } from "../../schemas/protocol-ids.ts";
import { loadTools } from "../../src/calls/load-tools.ts";
import { createModules } from "../../src/create-modules.ts";
import { DELEGABLE_SELECTORS } from "../../src/delegation/delegable-selectors.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { parkCoin } from "./planted-protocol/park-coin.ts";
import { parkingCall } from "./planted-protocol/parking-call.ts";

// As a line in the closed list would: before anything of the service reads it.
Object.assign(PROTOCOL_IDS, {
  parking: { limited: true, follows: { family: "parking", name: "Car park" } },
});
// The fence of what the agent's key signs is a list of its own (decision D29).
(DELEGABLE_SELECTORS.perps as string[]).push(parkingCall.selector);
const { registry } = await loadTools({ modules: createModules() });
(registry as Tool[]).push(parkCoin);
