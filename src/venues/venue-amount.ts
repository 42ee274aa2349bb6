import { baseUnits } from "../../schemas/primitives.ts";
import { MAX_UINT256 } from "../lib/max-uint256.ts";

/** Digits in a string. Numbers, signs, fractions and what no token can hold are refused. */
export const venueAmount = baseUnits.transform(BigInt).refine((amount) => amount <= MAX_UINT256, "exceeds a uint256");
