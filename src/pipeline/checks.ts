import type { Check } from "../kinds/check.ts";
import { CHECKS_BUILT } from "./checks-built.ts";
import { CHECKS_NOW } from "./checks-now.ts";
import { CHECKS_PLANNED } from "./checks-planned.ts";
import { CHECKS_SIGNED } from "./checks-signed.ts";
import { CHECKS_SIMULATED } from "./checks-simulated.ts";
import { CHECKS_WRITTEN } from "./checks-written.ts";

/** What a call must pass, in the order in which it is judged. */
export const CHECKS: readonly Check[] = [
  ...CHECKS_PLANNED,
  ...CHECKS_BUILT,
  ...CHECKS_SIMULATED,
  ...CHECKS_SIGNED,
  ...CHECKS_WRITTEN,
  ...CHECKS_NOW,
];
