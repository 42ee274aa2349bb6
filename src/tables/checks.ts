import type { Tables } from "../kinds/tables.ts";

/** Checks of a call by stage. */
export const CHECKS: Tables["checks"] = {
  plan: async () => (await import("../pipeline/checks/checks-planned.ts")).CHECKS_PLANNED,
  built: async () => (await import("../pipeline/checks/checks-built.ts")).CHECKS_BUILT,
  simulated: async () => (await import("../pipeline/checks/checks-simulated.ts")).CHECKS_SIMULATED,
  claimed: async () => (await import("../pipeline/checks/checks-written.ts")).CHECKS_CLAIMED,
  signed: async () => (await import("../pipeline/checks/checks-written.ts")).CHECKS_SIGNED,
  written: async () => (await import("../pipeline/checks/checks-written.ts")).CHECKS_WRITTEN,
  now: async () => (await import("../pipeline/checks/checks-now.ts")).CHECKS_NOW,
  held: async () => (await import("../pipeline/checks/checks-written.ts")).CHECKS_HELD,
};
