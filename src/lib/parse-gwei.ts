import { parseUnits } from "./parse-units.ts";
import type { Verdict } from "./verdict.ts";

/** A plain decimal, as wei. Refuses with invalid_request. */
export const parseGwei = (gwei: string): Verdict<bigint> => parseUnits(gwei, 9);
