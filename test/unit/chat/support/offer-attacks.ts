import { OFFERS } from "../corpus/offers.ts";
import type { Attack } from "./attacks.ts";

/**
 * What an attacker would have offered, or done to a NAV sync: one of the corpus's commands for each
 * of those tools.
 */
export const OFFER_ATTACKS: readonly Attack[] = OFFERS.map(
  ({ tool, clear: [[sentence, args] = ["", {}]] }) => ({
    name: tool,
    sentence,
    calls: [{ tool, args }],
  }),
);
