import type { Warning } from "../kinds/execution-outcome.ts";

/** Told with a way out whose effect on the NAV the vault refused to compute (measure-exit.ts). */
export const unmeasuredExit: Warning = {
  code: "nav_shield_blocked",
  message:
    "Warning: the vault's NAV cannot be measured now, so what this does to it was not compared. A way out is not held up by that.",
};
