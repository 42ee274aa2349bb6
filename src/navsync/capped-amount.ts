import type { NavSync } from "../../schemas/nav-sync.ts";
import { smaller } from "../lib/larger.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { leftOfDay } from "./left-of-day.ts";
import { unitsOf } from "./units-of.ts";

/** What is to be moved and what the vault holds of the token on the chain that sends, in base units of so many decimals. */
type Wanted = { wantedBase: bigint; heldBase: bigint; decimals: number; nowMs: number };

/**
 * What a run may send, in whole tokens: no more than is wanted, held, allowed for a run and left of the day, rounded down to the
 * sending chain's decimals. "0" where that is nothing.
 */
export function cappedAmount(sync: NavSync, { wantedBase, heldBase, decimals, nowMs }: Wanted): string {
  const scale = 10n ** BigInt(18 - decimals);
  const allowed = smaller(unitsOf(sync.maxPerRun), leftOfDay(sync, nowMs)) / scale;
  return formatUnits(smaller(smaller(wantedBase, heldBase), allowed), decimals);
}
