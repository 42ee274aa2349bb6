import { createModules } from "../../src/create-modules.ts";
import type { Deps } from "../../src/deps.ts";
import * as afterTick from "../../src/schedule/after-tick.ts";
import * as toolsAtHand from "../../src/tables/tools-at-hand.ts";

/**
 * The service's modules for a virtual clock: what a tick loads is there, so that nothing waits for
 * the file system.
 */
export const loadedModules: Deps["modules"] = {
  ...createModules(),
  afterTick: async () => afterTick,
  toolsAtHand: async () => toolsAtHand,
};
