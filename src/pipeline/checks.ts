import type { CallCheck } from "./check-facts.ts";
import { CHECKS_BUILT } from "./checks-built.ts";
import { CHECKS_NOW } from "./checks-now.ts";
import { CHECKS_PLANNED } from "./checks-planned.ts";
import { CHECKS_SIMULATED } from "./checks-simulated.ts";

/** What a call must pass, in the order in which it is judged. */
export const CHECKS: readonly CallCheck[] = [...CHECKS_PLANNED, ...CHECKS_BUILT, ...CHECKS_SIMULATED, ...CHECKS_NOW];
