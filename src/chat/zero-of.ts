import { DIGIT_ZEROS } from "./digit-zeros.ts";

const ZEROS = Object.values(DIGIT_ZEROS);

/**
 * The digit zero of the script that a code point is a digit of; undefined for whatever is no digit
 * that is read here.
 */
export const zeroOf = (point: number): number | undefined =>
  ZEROS.find((zero) => point >= zero && point <= zero + 9);
