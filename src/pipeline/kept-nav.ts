import type { ShieldFigures } from "../kinds/execution-outcome.ts";

/**
 * Where it may confirm the 24-hour high or be confirmed. One at a price over too short a time, or that no venue confirms, is not kept:
 * whoever moved it would raise the high, and block what is sent after it.
 */
export const keptNav = ({ navShield, oracleWarning }: ShieldFigures): { unitaryValue: string } | undefined =>
  navShield?.basis === "unitaryValue" && oracleWarning === undefined && navShield.unconfirmed === undefined
    ? { unitaryValue: navShield.before }
    : undefined;
