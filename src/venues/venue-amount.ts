import { baseUnits } from "../../schemas/primitives.ts";

const MAX_UINT256 = 2n ** 256n - 1n;

/** An amount as venues send it, digits in a string. Numbers, signs, fractions and what no token can hold are refused. */
export const venueAmount = baseUnits.transform(BigInt).refine((amount) => amount <= MAX_UINT256, "exceeds a uint256");
