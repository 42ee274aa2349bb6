import type { Warning } from "../kinds/execution-outcome.ts";

/** The vault refused to compute its effect on the NAV (measure-nav.ts). */
export const unmeasuredExit: Warning = {
  code: "nav_shield_blocked",
  message:
    "Warning: the vault's NAV cannot be measured now, so what this does to it was not compared. A way out is not held up by that.",
};
